/** Services of others that an installation may switch on (§1): each is off, unloaded and unreachable unless configured. */
export interface Integrations {
  /** Page visits, to a Mixpanel or what speaks like it. */
  analytics?: { url: string; token: string };
  /** Script of the product-update widget. */
  productUpdates?: { url: string };
  /** Script of the customer survey. */
  survey?: { url: string };
  /** Licence of AG Grid Enterprise; its code comes with our own build, from no other host (decision 17). */
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
 * Reads ANALYTICS_URL with ANALYTICS_TOKEN, PRODUCT_UPDATES_URL, SURVEY_URL and GRID_LICENSE_KEY; undefined where none
 * is set. Throws a sentence in Portuguese for what is no address.
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
 * Other hosts that a page may reach, by directive of its content security policy; none where nothing is configured. A
 * widget may run its script and show what comes from its own host; analytics are only reported to.
 */
export const integrationHosts = ({ analytics, productUpdates, survey }: Integrations) => {
  const widgets = [...new Set([productUpdates, survey].flatMap((one) => (one ? [originOf(one.url)] : [])))];
  return { widgets, connect: [...(analytics ? [originOf(analytics.url)] : []), ...widgets] };
};

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The page with what is configured in its head, where web/shell/integrations.ts reads it; unchanged without any. */
export const withIntegrations = (html: string, integrations: Integrations): string => {
  if (Object.keys(integrations).length === 0) return html;
  const meta = `<meta name="prumo-integrations" content="${escape(JSON.stringify(integrations))}" />`;
  return html.replace('</head>', `${meta}</head>`);
};
