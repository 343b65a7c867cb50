import type { Sharp, SharpOptions } from 'sharp';

/** Opens a picture. Loads sharp and its native libraries on first use, which keeps the start fast. */
export const openPicture = async (content: Buffer, options: SharpOptions): Promise<Sharp> => {
  const { default: sharp } = await import('sharp');
  // Pictures are rare here: the cache would only take memory.
  sharp.cache(false);
  return sharp(content, options);
};
