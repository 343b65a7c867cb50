import type { Logo } from './kept.ts';

/** Where the services keep a logo, so that no more is sent. */
const BOX = { width: 800, height: 400 };
const LARGEST = 2 * 1024 * 1024;
const ACCEPTED = ['image/png', 'image/jpeg', 'image/webp'];

export const LOGO_TYPES = ACCEPTED.join(',');

/** Reads a picture and reduces it; returns a sentence for what is none. */
export const readLogo = async (file: File): Promise<Logo | string> => {
  if (!ACCEPTED.includes(file.type)) return 'Envie o logo em PNG, JPG ou WEBP.';
  if (file.size > LARGEST) return 'O arquivo passa de 2 MB.';
  const image = await createImageBitmap(file).catch(() => null);
  if (!image) return 'Não foi possível ler esta imagem. Salve-a de novo, ou envie outra.';
  const { width, height } = image;
  const scale = Math.min(1, BOX.width / width, BOX.height / height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  image.close();
  return { name: file.name.slice(0, 120), size: file.size, width, height, picture: canvas.toDataURL('image/png') };
};
