/** Limits of the photos and scans of one delivery; screens and services keep to the same ones. */
export const MAX_DELIVERY_FILES = 5;
export const MAX_DELIVERY_FILE_BYTES = 10 * 1024 * 1024;
/** A photo, or a scan. */
export const DELIVERY_FILE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'] as const;

/** Longest message to a supplier, and longest note of his. */
export const MAX_DISPATCH_TEXT = 1_000;
