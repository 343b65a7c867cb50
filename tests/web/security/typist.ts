import type { Page } from 'playwright-core';

/** Fills fields by their labels and counts them, and the steps from one screen to the next. */
export const typist = (page: Page) => {
  const count = { fields: 0, steps: 0 };
  return {
    count,
    type: async (label: string, text: string): Promise<void> => {
      count.fields += 1;
      const field = page.locator('input').and(page.getByLabel(new RegExp(`^${label}( opcional| ?\\*)?$`)));
      await field.focus();
      await page.keyboard.type(text);
    },
    /** A field that is filled without typing. */
    choose: (): void => void (count.fields += 1),
    /** Enter in the field that was typed last. */
    enter: async (): Promise<void> => {
      count.steps += 1;
      await page.keyboard.press('Enter');
    },
    follow: async (link: string): Promise<void> => {
      count.steps += 1;
      await page.getByRole('link', { name: link, exact: true }).first().click();
    },
  };
};
