/** Limits of a request and of an answer to it; apart from the contract, which the page of suppliers does not load. */
export const MAX_QUOTE_LINES = 500;
export const MAX_ANSWER_FILES = 10;
export const MAX_ANSWER_FILE_BYTES = 10 * 1024 * 1024;
export const MAX_PAYMENT_DAYS = 24;
