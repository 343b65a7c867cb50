import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addDays, addMonths, type IsoDate } from '#domain/dates.ts';
import { EXAMPLES } from '../../financial/bankStatements/examples.ts';
import { COMPANY } from '../data/company.ts';
import { SUPPLIERS, type SupplierKey } from '../data/partners.ts';
import { goodsXml, serviceXml } from './write.ts';

const issuer = (key: SupplierKey) => {
  const { name, taxId, city, postalCode } = SUPPLIERS[key];
  return { name, taxId, city, postalCode };
};

/** Notas that the suppliers of the demo company sent in the last days, and one of a supplier that it does not know. */
export const demoNotas = (seedDate: IsoDate): { name: string; content: Buffer }[] => {
  const receiver = { name: COMPANY.name, taxId: COMPANY.taxId };
  const [today, yesterday, before] = [seedDate, addDays(seedDate, -1), addDays(seedDate, -2)];
  return [
    {
      name: 'NFe-5187-clima-norte.xml',
      content: goodsXml({
        ...{ number: '5187', day: today, issuer: issuer('clima'), receiver, total: '57084.00', payment: '15' },
        services: { value: '12400.00', iss: '620.00', inss: '1364.00' },
        items: [
          item('CN-1001', 'COND VRF 10HP 380V TRIFASICO', 'UN', '1', '28940.00', '28940.00'),
          item('CN-2004', 'EVAP K7 4V 24K BTU VRF', 'UN', '3', '4310.00', '12930.00'),
          item('CN-3058', 'TUBO COBRE 5/8 RIG CL A', 'M', '60', '46.90', '2814.00'),
          item('SV-0001', 'INST E START-UP SIST VRF CLINICA', 'VB', '1', '12400.00', '12400.00'),
        ],
        installments: ['18366.67', '18366.67', '18366.66'].map((value, index) => ({
          ...{ dueDate: addMonths(today, index + 1), value },
        })),
      }),
    },
    {
      name: 'NFe-20931-sao-jorge.xml',
      content: goodsXml({
        ...{ number: '20931', day: yesterday, issuer: issuer('deposito'), receiver, total: '2286.00', payment: '15' },
        items: [
          item('0118', 'CIM CPII-E 32 SC 50KG', 'SC', '40', '36.90', '1476.00'),
          item('0207', 'AREIA MEDIA LAVADA', 'M3', '6', '135.00', '810.00'),
        ],
        installments: [],
      }),
    },
    {
      name: 'NFSe-318-fundasolo.xml',
      content: serviceXml({
        ...{ number: '318', day: yesterday, issuer: issuer('fundacoes'), receiver, code: '070201' },
        description: 'Execução de estacas raiz, medição do mês, Vila das Ipês',
        ...{ value: '18600.00', iss: '930.00', inss: '2046.00', net: '15624.00' },
      }),
    },
    {
      name: 'NFe-774-parafusos-bonfim.xml',
      content: goodsXml({
        ...{ number: '774', day: before, receiver, total: '486.40', payment: '17' },
        issuer: { name: 'PARAFUSOS BONFIM LTDA', taxId: '61189288000189', city: 'Campinas', postalCode: '13020080' },
        items: [
          item('PB12', 'PARAFUSO FRANCES 3/8X4 GALV', 'CT', '4', '72.10', '288.40'),
          item('BC08', 'BUCHA NYLON S8 CX 500', 'CX', '2', '99.00', '198.00'),
        ],
        installments: [],
      }),
    },
  ];
};

const item = (code: string, name: string, unit: string, quantity: string, price: string, value: string) => ({
  ...{ code, name, unit, quantity, price, value },
});

/** Writes them beside the statements, for who tries the form. */
export const writeNotas = async ({ seedDate, dataDir }: { seedDate: IsoDate; dataDir: string }): Promise<void> => {
  const folder = join(dataDir, EXAMPLES);
  await mkdir(folder, { recursive: true });
  for (const { name, content } of demoNotas(seedDate)) await writeFile(join(folder, name), content);
};
