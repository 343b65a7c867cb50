/** Services of others that an installation may switch on (§1): each is off, unloaded and unreachable unless configured. */
export interface Integrations {
  /** Page visits, to a Mixpanel or what speaks like it. */
  analytics?: { url: string; token: string };
  /** Script of the product-update widget. */
  productUpdates?: { url: string };
  /** Script of the customer survey. */
  survey?: { url: string };
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
 * Reads ANALYTICS_URL with ANALYTICS_TOKEN, PRODUCT_UPDATES_URL and SURVEY_URL; undefined where none is set. Throws a
 * sentence in Portuguese for what is no address.
 */
export const integrationsFrom = (environment: Environment): Integrations | undefined => {
  const [analytics, updates, survey] = ['ANALYTICS_URL', 'PRODUCT_UPDATES_URL', 'SURVEY_URL'].map((name) =>
    addressIn(environment, name),
  );
  const token = environment.ANALYTICS_TOKEN;
  if (!(analytics && token) && !updates && !survey) return undefined;
  return {
    ...(analytics && token ? { analytics: { url: analytics, token } } : {}),
    ...(updates ? { productUpdates: { url: updates } } : {}),
    ...(survey ? { survey: { url: survey } } : {}),
  };
};

const originOf = (address: string): string => new URL(address).origin;

/** Other hosts that a page may reach, for its content security policy; none where nothing is configured. */
export const integrationHosts = ({ analytics, productUpdates, survey }: Integrations) => {
  const scripts = [productUpdates, survey].flatMap((one) => (one ? [originOf(one.url)] : []));
  return { script: scripts, connect: [...(analytics ? [originOf(analytics.url)] : []), ...scripts] };
};

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The page with what is configured in its head, where web/app/integrations.ts reads it; unchanged without any. */
export const withIntegrations = (html: string, integrations: Integrations): string => {
  if (Object.keys(integrations).length === 0) return html;
  const meta = `<meta name="prumo-integrations" content="${escape(JSON.stringify(integrations))}" />`;
  return html.replace('</head>', `${meta}</head>`);
};
