/** How many elements around the pointer are asked: a cell has its text within others. */
const DEPTH = 4;

const isCut = (element: HTMLElement): boolean =>
  element.scrollWidth > element.clientWidth &&
  (element instanceof HTMLInputElement || /hidden|clip/.test(getComputedStyle(element).overflowX));

/** Returns the text of one line, '' for what is none. */
const lineOf = (element: HTMLElement): string => {
  if (element instanceof HTMLInputElement) return element.type === 'password' ? '' : element.value;
  const text = element.innerText.trim();
  return text.includes('\n') ? '' : text;
};

const tell = (element: HTMLElement): void => {
  const { dataset } = element;
  // A title that a screen has given says what it wants to say.
  if (element.title !== '' && dataset.cut === undefined) return;
  const text = isCut(element) ? lineOf(element) : '';
  if (text !== '') {
    element.title = text;
    dataset.cut = '';
  } else if (dataset.cut !== undefined) {
    element.removeAttribute('title');
    delete dataset.cut;
  }
};

/**
 * Makes lines that are cut off readable: the whole of one is its title while the pointer is on it. One listener for all
 * cells, names and fields, because only the layout knows which ones are cut; a finger opens the row instead.
 */
export const tellCutTexts = (page: Document): void => {
  page.addEventListener('pointerover', ({ target }) => {
    let element = target instanceof HTMLElement ? target : null;
    for (let step = 0; element && step < DEPTH; step += 1, element = element.parentElement) tell(element);
  });
};
