interface Answer {
  content: readonly object[];
  matching: readonly object[];
}

/**
 * Adds the filter's match to each row of a page. Caches the result per page, so that a re-render keeps the same rows.
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
