/**
 * Third-party services that an installation may switch on (§1); each is neither loaded nor reachable unless configured.
 */
export interface Integrations {
  /** Page visits, sent to Mixpanel or a compatible service. */
  analytics?: { url: string; token: string };
  /** Script of the product-update widget. */
  productUpdates?: { url: string };
  /** Script of the customer survey. */
  survey?: { url: string };
  /** Licence of AG Grid Enterprise; its code is part of the web build, from no other host (decision 17). */
  gridLicense?: { key: string };
}

type Environment = Readonly<Record<string, string | undefined>>;

const addressIn = (environment: Environment, name: string): string | undefined => {
  const text = environment[name];
  if (!text) return undefined;
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new Error(`${name}=${text} não serve: informe um endereço, como https://exemplo.com.`);
  }
  return text.replace(/\/+$/, '');
};

/**
 * Reads ANALYTICS_URL with ANALYTICS_TOKEN, PRODUCT_UPDATES_URL, SURVEY_URL and GRID_LICENSE_KEY; returns undefined
 * when none is set. Throws an error with a Portuguese message for an invalid URL.
 */
export const integrationsFrom = (environment: Environment): Integrations | undefined => {
  const [analytics, updates, survey] = ['ANALYTICS_URL', 'PRODUCT_UPDATES_URL', 'SURVEY_URL'].map((name) =>
    addressIn(environment, name),
  );
  const { ANALYTICS_TOKEN: token, GRID_LICENSE_KEY: key } = environment;
  if (!(analytics && token) && !updates && !survey && !key) return undefined;
  return {
    ...(analytics && token ? { analytics: { url: analytics, token } } : {}),
    ...(updates ? { productUpdates: { url: updates } } : {}),
    ...(survey ? { survey: { url: survey } } : {}),
    ...(key ? { gridLicense: { key } } : {}),
  };
};

const originOf = (address: string): string => new URL(address).origin;

/**
 * Returns the third-party hosts for the page's content security policy. `widgets` may run scripts and show their
 * content; `connect` includes analytics, which the page only sends to.
 */
export const integrationHosts = ({ analytics, productUpdates, survey }: Integrations) => {
  const widgets = [...new Set([productUpdates, survey].flatMap((one) => (one ? [originOf(one.url)] : [])))];
  return { widgets, connect: [...(analytics ? [originOf(analytics.url)] : []), ...widgets] };
};

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Adds the configured integrations to the page's head, where web/shell/integrations.ts reads them. */
export const withIntegrations = (html: string, integrations: Integrations): string => {
  if (Object.keys(integrations).length === 0) return html;
  const meta = `<meta name="prumo-integrations" content="${escape(JSON.stringify(integrations))}" />`;
  return html.replace('</head>', `${meta}</head>`);
};
