"""From words with boxes to passages: lines, columns, reading order, headings, paragraphs, tables."""
