import type { Sharp, SharpOptions } from 'sharp';

/** Opens a picture. The library and its native parts are loaded with the first one: no start waits for them. */
export const openPicture = async (content: Buffer, options: SharpOptions): Promise<Sharp> => {
  const { default: sharp } = await import('sharp');
  // Pictures are rare here, and a cache of them would only hold memory.
  sharp.cache(false);
  return sharp(content, options);
};
