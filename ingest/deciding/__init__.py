"""What people are asked about a document, and what they decided of it."""
