import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { integrationsFrom, type Integrations } from '#gateway/http/integrations.ts';
import { startGateway } from '../support/gateway.ts';
import { startScriptedServices, type ScriptedServices } from '../support/scriptedServices.ts';

let services: ScriptedServices;
const webRoot = mkdtempSync(join(tmpdir(), 'prumo-web-'));
beforeAll(async () => {
  services = await startScriptedServices();
  writeFileSync(join(webRoot, 'index.html'), '<html><head><title>Prumo</title></head><body></body></html>');
});
afterAll(() => services.stop());

const pageWith = async (integrations: Integrations) => {
  const gateway = await startGateway({ services: services.url, webRoot, integrations });
  const { headers, payload } = await gateway.app.inject({ method: 'GET', url: '/', headers: { accept: 'text/html' } });
  await gateway.stop();
  return { policy: String(headers['content-security-policy']), html: payload };
};

describe('External integrations', () => {
  test('are neither in the page nor in its content security policy unless they are configured', async () => {
    const { policy, html } = await pageWith({});
    expect(policy).not.toMatch(/https?:/);
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types 'none'");
    expect(html).not.toContain('prumo-integrations');
  });

  test('add only their own hosts to the policy: analytics to connect, widgets to run scripts', async () => {
    const { policy, html } = await pageWith({
      analytics: { url: 'https://medidas.exemplo.com/mp', token: 'a"<b' },
      survey: { url: 'https://pesquisa.exemplo.com/w.js' },
    });
    const directive = (name: string) => policy.split('; ').find((one) => one.startsWith(name)) ?? '';
    expect(directive('connect-src')).toMatch(/ https:\/\/medidas\.exemplo\.com https:\/\/pesquisa\.exemplo\.com$/);
    for (const name of ['script-src', 'style-src', 'img-src', 'font-src', 'frame-src']) {
      expect(directive(name)).toMatch(/ https:\/\/pesquisa\.exemplo\.com$/);
      expect(directive(name)).not.toContain('medidas');
    }
    expect(directive('script-src')).toMatch(/^script-src 'self' 'nonce-[^']+' https:/);
    // Third-party scripts may assign text as markup.
    expect(policy).not.toContain('trusted-types');
    expect(html).toContain('&quot;token&quot;:&quot;a\\&quot;&lt;b&quot;');
  });

  test('add no host for the licence of the grid, whose code we serve', async () => {
    const { policy, html } = await pageWith({ gridLicense: { key: 'chave' } });
    expect(policy).not.toMatch(/https?:/);
    expect(html).toContain('{&quot;gridLicense&quot;:{&quot;key&quot;:&quot;chave&quot;}}');
  });

  test('are configured by environment variables, and an invalid address is rejected with a message', () => {
    expect(integrationsFrom({})).toBeUndefined();
    expect(integrationsFrom({ ANALYTICS_URL: 'https://m.exemplo.com/' })).toBeUndefined();
    expect(integrationsFrom({ ANALYTICS_URL: 'https://m.exemplo.com/', ANALYTICS_TOKEN: 't' })).toEqual({
      analytics: { url: 'https://m.exemplo.com', token: 't' },
    });
    expect(integrationsFrom({ GRID_LICENSE_KEY: 'chave' })).toEqual({ gridLicense: { key: 'chave' } });
    expect(() => integrationsFrom({ SURVEY_URL: 'javascript:alert(1)' })).toThrow(
      'SURVEY_URL=javascript:alert(1) não serve',
    );
  });
});
