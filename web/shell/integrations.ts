import { cspNonce } from '#web/ui/cspNonce.ts';
import { setGridLicense } from '#web/ui/grid/license.ts';
import { setAnalytics } from './analytics.ts';
import { isRecord, isText } from '#web/client/storage.ts';

/**
 * Returns the configuration that the gateway writes into the page (gateway/http/integrations.ts); empty without one.
 */
const configured = (): Record<string, unknown> => {
  const content = document.querySelector('meta[name="prumo-integrations"]')?.getAttribute('content');
  if (!content) return {};
  try {
    const value: unknown = JSON.parse(content);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
};

const loadScript = (integration: unknown): void => {
  if (!isRecord(integration) || !isText(integration.url)) return;
  const script = document.createElement('script');
  script.src = integration.url;
  script.async = true;
  script.nonce = cspNonce() ?? '';
  document.head.append(script);
};

/** Loads the configured third-party services, for logged-in users only. */
export const startIntegrations = async (): Promise<void> => {
  const { analytics, productUpdates, survey, gridLicense } = configured();
  if (isRecord(gridLicense) && isText(gridLicense.key)) setGridLicense(gridLicense.key);
  loadScript(productUpdates);
  loadScript(survey);
  if (!isRecord(analytics) || !isText(analytics.url) || !isText(analytics.token)) return;
  const { createMixpanel } = await import('./mixpanel.ts');
  setAnalytics(createMixpanel({ url: analytics.url, token: analytics.token }));
};
