/** "312 KB", "2,4 MB" */
export const formatBytes = (bytes: number): string => {
  const format = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });
  return bytes < 1024 * 1024 ? `${format.format(bytes / 1024)} KB` : `${format.format(bytes / 1024 / 1024)} MB`;
};
