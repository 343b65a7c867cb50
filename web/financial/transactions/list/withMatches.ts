interface Answer {
  content: readonly object[];
  matching: readonly object[];
}

/**
 * Puts beside each row what the filter means of it. A page is made once for each answer, so that a list that is drawn
 * again has the rows that it had.
 */
export const withMatches = <Page extends Answer, Shown>(
  finder: (page: Page) => (row: Page['content'][number]) => object | undefined,
): ((page: Page) => Shown) => {
  const made = new WeakMap<Page, Shown>();
  return (page) => {
    const known = made.get(page);
    if (known) return known;
    const find = finder(page);
    const shown = { ...page, content: page.content.map((row) => ({ ...row, match: find(row) })) } as Shown;
    made.set(page, shown);
    return shown;
  };
};
