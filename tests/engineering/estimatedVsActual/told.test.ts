import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openOffice, type Office } from '#tests/financial/officeKit.ts';
import { startServices, type TestServices } from '#tests/support/services.ts';
import { openSite, spend } from './site.ts';

let services: TestServices;
let office: Office;
let stranger: Office;

beforeAll(async () => {
  services = await startServices();
  office = await openOffice(services.seed);
  stranger = await openOffice(services.seed, 'CANARIO');
});
afterAll(() => services.stop());

describe('The assistant', () => {
  test('tells who may know it that a measurement leaves the obra behind plan, with the figures of the report', async () => {
    const late = await openSite(services.seed, office, { name: 'Sobrado', code: 'ORC-9' });
    await spend(services.seed, office, { building: late.building, value: '500.00', due: '2026-10-09' });
    const token = await office.as(['ENGINEERING'], late.building);
    const watchman = await office.as(['ENGINEERING'], await services.seed.building(office));
    const post = async (path: string, body: object, as = token) => {
      const answer = await services.api.post(`/api/v1/engineering${path}`, { token: as, body });
      if (answer.status !== 200) throw new Error(answer.text);
      return answer.body.data;
    };
    const customer = await services.seed.insert('partners', {
      ...{ account_id: office.accountId, type: 'CUSTOMER', name: 'Ana Prado' },
    });
    await services.seed.sql('update cost_estimates set customer_id = $2 where id = $1', [late.estimate, customer]);
    const side = await post(`/cost-estimates/${late.estimate}/measurement-contracts`, { kind: 'CUSTOMER' });
    const close = async (accumulated: string, periodEnd: string) => {
      const made = await post(`/measurement-contracts/${side.id}/measurements`, { periodEnd });
      await services.api.put(`/api/v1/engineering/measurements/${made.id}/lines`, {
        ...{ token, body: { lines: [{ id: late.lines.pile, accumulated }] } },
      });
      await post(`/measurements/${made.id}/status`, { status: 'CLOSED' });
    };
    // Three days of nine: 333,33 planned, 4 × 100,00 measured. On the 16th 1.000,00 and 600,00.
    await close('4', '2026-10-07');
    await close('6', '2026-10-16');
    const said = async (as: string): Promise<{ text: string; link: string }[]> => {
      const { body } = await services.api.get('/api/v1/assistant/messages', { token: as });
      return body.data.content
        .filter(({ text }: { text: string }) => text.includes('ORC-9'))
        .map(({ text, link }: { text: string; link: string }) => ({ text: text.replaceAll('\u00a0', ' '), link }));
    };
    // 2 × 122,23 with BDI; 600 ÷ 1.000 and 600 ÷ 500.
    const message = {
      text: 'Medição 2 de ORC-9 fechada com R$ 244,46. Sobrado em 16/10/2026, sem BDI: R$ 600,00 medidos de R$ 1.000,00 planejados (IDP 0,600), R$ 400,00 atrás do plano. Custo realizado de R$ 500,00 (IDC 1,200).',
      link: `/home/forms/engineering/appropriate-overview?building=${late.building}&date=2026-10-16`,
    };
    expect(await said(token)).toEqual([message]);
    expect(await said(office.admin)).toEqual([message]);
    expect(await said(watchman)).toEqual([]);
    expect(await said(stranger.admin)).toEqual([]);
  });
});
