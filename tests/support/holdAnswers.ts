import type { Page, Response } from 'playwright-core';

/**
 * Holds the answers to a GraphQL operation until another response has come: they were computed before it, and arrive after
 * it.
 */
export const holdAnswers = async (
  page: Page,
  operation: string,
  until: (response: Response) => boolean,
): Promise<void> => {
  const passed = page.waitForResponse(until);
  await page.route('**/graphql', async (route) => {
    const response = await route.fetch();
    if (route.request().postDataJSON().operationName === operation) await passed;
    return route.fulfill({ response });
  });
};

/** Holds the answer to the next GraphQL call until it is let go by the function that is returned. */
export const holdNextAnswer = async (page: Page): Promise<() => void> => {
  let letGo = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(
    '**/graphql',
    async (route) => {
      const response = await route.fetch();
      await released;
      return route.fulfill({ response });
    },
    { times: 1 },
  );
  return letGo;
};

const signal = () => {
  let give = (): void => {};
  const promise = new Promise<void>((resolve) => (give = resolve));
  return { promise, give };
};

/** Holds one answer to an operation: `asked` is when the server has computed it, `pass` lets it through. */
export const holdOnce = async (page: Page, operation: string) => {
  const [held, asked] = [signal(), signal()];
  let done = false;
  await page.route('**/graphql', async (route) => {
    if (done || route.request().postDataJSON()?.operationName !== operation) return route.fallback();
    done = true;
    const response = await route.fetch();
    asked.give();
    await held.promise;
    return route.fulfill({ response });
  });
  return { asked: asked.promise, pass: held.give };
};
