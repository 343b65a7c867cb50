/** Whether files are dragged to where nothing takes them; a file input takes them by itself. */
const isStray = (event: DragEvent): event is DragEvent & { dataTransfer: DataTransfer } =>
  !event.defaultPrevented &&
  event.dataTransfer !== null &&
  event.dataTransfer.types.includes('Files') &&
  !(event.target instanceof HTMLInputElement && event.target.type === 'file');

const refuse = (event: DragEvent): void => {
  if (!isStray(event)) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = 'none';
};

/** A file that misses its target would be opened by the browser in place of the page, with what is typed there. */
export const refuseStrayFiles = (): void => {
  document.addEventListener('dragover', refuse);
  document.addEventListener('drop', refuse);
};
