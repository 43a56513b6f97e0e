# Rulewright with Tesseract in one image; the database lies in the volume /data:
#   docker build -t rulewright .
#   docker run -v rules:/data -v "$PWD/books:/books:ro" rulewright ingest /books
#   docker run -v rules:/data -p 127.0.0.1:8001:8001 rulewright browse --host 0.0.0.0 --full-text
FROM python:3.13-slim
WORKDIR /opt/rulewright
COPY setup/packages.txt setup/
RUN apt-get update -qq \
    && apt-get install -y -qq --no-install-recommends make $(cat setup/packages.txt) \
    && rm -rf /var/lib/apt/lists/*
COPY . .
RUN make install PREFIX=/usr/local && rm -rf /root/.cache && useradd --create-home reader && install -d -o reader /data
USER reader
ENV RULEWRIGHT_HOME=/data
VOLUME /data
EXPOSE 8001
ENTRYPOINT ["rulewright"]
CMD ["--help"]
