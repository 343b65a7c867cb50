// Jest keeps 100 frames of every error and maps each of them to its source, also of errors that the product answers with.
Error.stackTraceLimit = 20;
