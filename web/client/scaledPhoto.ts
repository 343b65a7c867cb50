/** Longest side of a photo that is sent: enough to read a tape measure, a tenth of what a camera takes. */
const LONGEST = 1600;
const QUALITY = 0.8;

/** A photo of a camera as a smaller JPEG, upright; one that cannot be read stays as it is. */
export const scaledPhoto = async (file: Blob): Promise<Blob> => {
  try {
    const bitmap = await createImageBitmap(file);
    const factor = Math.min(1, LONGEST / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(bitmap.width * factor);
    canvas.height = Math.round(bitmap.height * factor);
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    const scaled = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
    return scaled ?? file;
  } catch {
    return file;
  }
};

/** A picture as a smaller JPEG, named so; any other file, and a picture that cannot be read, as it is. */
export const scaledFile = async (file: File): Promise<File> => {
  if (!file.type.startsWith('image/')) return file;
  const content = await scaledPhoto(file);
  if (content === file) return file;
  const name = `${file.name.replace(/\.\w+$/, '')}.jpg`;
  return new File([content], name, { type: 'image/jpeg', lastModified: file.lastModified });
};
