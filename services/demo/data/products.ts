import { FINISHING_GROUPS } from './finishingProducts.ts';
import { one, sizes, type DemoGroup } from './productShapes.ts';

export type { DemoGroup, DemoProduct } from './productShapes.ts';

/** Groups at the top, and the groups inside of each; codes 01.02 follow from the order. */
export const PRODUCT_GROUPS: Readonly<Record<string, readonly DemoGroup[]>> = {
  'Cimento, areia e brita': [
    {
      name: 'Aglomerantes',
      type: 'Material',
      leadTime: 3,
      products: [
        one('Cimento CP II-E-32', 'kg', '0.736', { purchase: ['sc', '50'], brand: 'Cimento Três Barras' }),
        one('Cimento CP V-ARI', 'kg', '0.912', { purchase: ['sc', '40'], brand: 'Cimento Paraopeba' }),
        one('Cimento branco estrutural', 'kg', '4.153', { purchase: ['sc', '15'] }),
        one('Cal hidratada CH-III', 'kg', '0.89', { purchase: ['sc', '20'] }),
        one('Gesso em pó', 'kg', '0.798', { purchase: ['sc', '40'] }),
        one('Gesso cola', 'kg', '2.48'),
      ],
    },
    {
      name: 'Agregados',
      type: 'Material',
      leadTime: 2,
      products: [
        one('Areia média lavada', 'm³', '145.00'),
        one('Areia fina', 'm³', '152.00'),
        one('Areia grossa', 'm³', '148.50'),
        sizes('Brita #', 'm³', { '0': '134.00', '1': '132.00', '2': '130.00', '3': '128.50' }),
        one('Pó de pedra', 'm³', '101.00'),
        one('Rachão', 'm³', '96.00'),
        one('Bica corrida', 'm³', '88.00'),
        one('Argila expandida', 'm³', '412.00'),
      ],
    },
    {
      name: 'Argamassas',
      type: 'Material',
      leadTime: 4,
      products: [
        sizes(
          'Argamassa colante AC # 20 kg',
          'sc',
          { I: '18.20', II: '24.90', III: '33.40' },
          { brand: 'Argamassas Piratini' },
        ),
        one('Argamassa para assentamento 20 kg', 'sc', '14.50'),
        one('Argamassa para reboco 20 kg', 'sc', '15.80'),
        one('Argamassa polimérica 30 kg', 'sc', '96.40'),
        sizes(
          'Rejunte # 5 kg',
          'sc',
          { cimentício: '21.90', acrílico: '58.70', epóxi: '164.00' },
          { brand: 'Argamassas Piratini' },
        ),
        one('Graute 25 kg', 'sc', '38.60'),
      ],
    },
    {
      name: 'Aditivos',
      type: 'Material',
      products: [
        one('Aditivo plastificante para argamassa 18 L', 'un', '118.40', { brand: 'Impermeáveis Veda Bem' }),
        one('Adesivo acrílico para argamassa', 'L', '12.90', {
          purchase: ['bd', '18'],
          brand: 'Impermeáveis Veda Bem',
        }),
        one('Desmoldante para fôrmas 18 L', 'un', '146.00'),
        one('Acelerador de pega 18 kg', 'un', '128.90', { brand: 'Impermeáveis Veda Bem' }),
      ],
    },
    {
      name: 'Concreto usinado',
      type: 'Material',
      leadTime: 5,
      products: [
        sizes('Concreto usinado bombeável fck # MPa', 'm³', {
          ...{ '20': '438.00', '25': '456.00', '30': '478.00', '35': '512.00', '40': '549.00' },
        }),
        one('Taxa de bombeamento', 'm³', '42.00'),
      ],
    },
  ],
  'Aço e ferragens': [
    {
      name: 'Vergalhões e telas',
      type: 'Material',
      leadTime: 10,
      products: [
        sizes(
          'Aço CA-50 # mm',
          'kg',
          {
            ...{
              '6,3': '6.98',
              '8,0': '6.92',
              '10,0': '6.74',
              '12,5': '6.52',
              '16,0': '6.49',
              '20,0': '6.58',
              '25,0': '6.64',
            },
          },
          { brand: 'Aço Serrano' },
        ),
        sizes('Aço CA-60 # mm', 'kg', { '4,2': '7.34', '5,0': '7.28', '6,0': '7.31' }, { brand: 'Aço Serrano' }),
        sizes('Tela soldada #', 'm²', { 'Q-92': '14.60', 'Q-138': '21.40', 'Q-196': '30.80' }),
        sizes('Treliça TG #', 'm', { '8L': '8.90', '12M': '12.70' }),
      ],
    },
    {
      name: 'Arames e pregos',
      type: 'Material',
      products: [
        one('Arame recozido nº 18', 'kg', '13.90'),
        one('Arame galvanizado nº 12', 'kg', '16.80'),
        sizes('Prego com cabeça #', 'kg', { '15x15': '17.20', '17x21': '15.40', '18x27': '14.90', '19x36': '15.10' }),
        one('Espaçador plástico 25 mm', 'un', '0.18'),
      ],
    },
  ],
  'Blocos e pré-moldados': [
    {
      name: 'Blocos e tijolos',
      type: 'Material',
      leadTime: 12,
      products: [
        sizes('Bloco cerâmico #', 'un', { '9x19x19 cm': '1.12', '11,5x19x19 cm': '1.34', '14x19x39 cm': '3.28' }),
        sizes('Bloco de concreto #', 'un', { '9x19x39 cm': '3.62', '14x19x39 cm': '4.38', '19x19x39 cm': '5.47' }),
        sizes('Canaleta de concreto #', 'un', { '14x19x39 cm': '5.20', '19x19x39 cm': '6.45' }),
        one('Tijolo maciço 5x9x19 cm', 'un', '0.86'),
        one('Bloco de vidro 19x19x8 cm', 'un', '24.90'),
      ],
    },
    {
      name: 'Lajes e peças',
      type: 'Material',
      leadTime: 25,
      products: [
        sizes('Vigota treliçada para laje #', 'm', { H8: '19.40', H12: '24.80' }),
        one('Lajota cerâmica H8', 'un', '3.95'),
        one('EPS para laje H12', 'un', '9.80'),
        sizes('Anel de concreto # cm', 'un', { '60': '128.00', '100': '236.00' }),
        one('Guia de concreto 100x30x15 cm', 'un', '42.70'),
        one('Piso intertravado 6 cm', 'm²', '54.90'),
      ],
    },
  ],
  Cobertura: [
    {
      name: 'Telhas',
      type: 'Material',
      leadTime: 15,
      products: [
        one('Telha cerâmica portuguesa', 'un', '2.98'),
        one('Telha de concreto', 'un', '4.12'),
        sizes(
          'Telha de fibrocimento # m',
          'un',
          { '1,83x1,10': '62.40', '2,44x1,10': '81.70' },
          { brand: 'Telhas Capivari' },
        ),
        one('Telha sanduíche 30 mm', 'm²', '118.00'),
        one('Cumeeira cerâmica', 'un', '6.80'),
      ],
    },
    {
      name: 'Calhas e mantas',
      type: 'Material',
      products: [
        sizes('Calha galvanizada corte # cm', 'm', { '33': '38.90', '50': '54.60' }),
        one('Rufo galvanizado corte 25 cm', 'm', '29.80'),
        one('Manta térmica aluminizada', 'm²', '9.40'),
      ],
    },
  ],
  Elétrica: [
    {
      name: 'Cabos',
      type: 'Material',
      leadTime: 10,
      products: [
        sizes(
          'Cabo flexível 750 V # mm²',
          'm',
          {
            ...{ '1,5': '1.42', '2,5': '2.18', '4': '3.46', '6': '5.12', '10': '8.74', '16': '13.60' },
          },
          { purchase: ['rl', '100'] },
        ),
        sizes('Cabo flexível 1 kV # mm²', 'm', { '25': '23.40', '35': '32.10', '50': '46.80' }),
        one('Cabo de rede CAT6', 'm', '3.85', { purchase: ['cx', '305'] }),
      ],
    },
    {
      name: 'Eletrodutos e caixas',
      type: 'Material',
      products: [
        sizes('Eletroduto corrugado # mm', 'm', { '20': '1.98', '25': '2.46', '32': '3.72' }, { brand: 'Hidrotubos' }),
        sizes(
          'Eletroduto rígido PVC # mm',
          'br',
          { '25': '14.90', '32': '21.60', '50': '41.20' },
          { brand: 'Hidrotubos' },
        ),
        sizes('Caixa de luz #', 'un', { '4x2': '2.10', '4x4': '3.64', octogonal: '4.38' }, { brand: 'Hidrotubos' }),
        sizes('Quadro de distribuição # disjuntores', 'un', { '12': '148.00', '24': '286.00', '36': '412.00' }),
      ],
    },
    {
      name: 'Dispositivos',
      type: 'Material',
      products: [
        sizes('Disjuntor monopolar # A', 'un', { '16': '11.80', '20': '11.80', '25': '12.40', '32': '13.10' }),
        sizes('Disjuntor tripolar # A', 'un', { '40': '78.00', '63': '92.00', '100': '164.00' }),
        one('Interruptor diferencial 40 A', 'un', '168.00'),
        sizes('Tomada 2P+T # A', 'un', { '10': '9.80', '20': '11.90' }),
        sizes('Interruptor #', 'un', { simples: '8.90', paralelo: '11.40', intermediário: '24.60' }),
        one('Luminária LED de embutir 18 W', 'un', '38.90'),
        one('Luminária LED tubular 36 W', 'un', '64.50'),
      ],
    },
  ],
  Hidráulica: [
    {
      name: 'Tubos de água',
      type: 'Material',
      products: [
        sizes(
          'Tubo PVC soldável # mm',
          'm',
          {
            ...{ '20': '3.98', '25': '5.12', '32': '10.40', '40': '14.90', '50': '18.70', '60': '29.80' },
          },
          { brand: 'Hidrotubos', purchase: ['br', '6'] },
        ),
        sizes('Tubo CPVC # mm', 'm', { '22': '18.90', '28': '29.40' }, { brand: 'Hidrotubos' }),
        sizes('Tubo PEX # mm', 'm', { '16': '6.80', '20': '9.90' }),
      ],
    },
    {
      name: 'Tubos de esgoto',
      type: 'Material',
      products: [
        sizes(
          'Tubo PVC esgoto # mm',
          'm',
          { '40': '7.20', '50': '9.80', '75': '14.60', '100': '17.90', '150': '38.40' },
          {
            ...{ brand: 'Hidrotubos', purchase: ['br', '6'] as const },
          },
        ),
        sizes(
          'Joelho PVC esgoto 90° # mm',
          'un',
          { '40': '2.90', '50': '4.10', '100': '9.80' },
          { brand: 'Hidrotubos' },
        ),
        sizes('Caixa sifonada #', 'un', { '100x100x50': '24.60', '150x150x50': '46.80' }, { brand: 'Hidrotubos' }),
      ],
    },
    {
      name: 'Conexões e registros',
      type: 'Material',
      products: [
        sizes(
          'Joelho PVC soldável 90° # mm',
          'un',
          { '20': '0.98', '25': '1.24', '32': '3.12', '50': '7.90' },
          { brand: 'Hidrotubos' },
        ),
        sizes('Tê PVC soldável # mm', 'un', { '20': '1.42', '25': '1.86', '32': '4.98' }, { brand: 'Hidrotubos' }),
        sizes('Luva PVC soldável # mm', 'un', { '20': '0.92', '25': '1.12', '32': '2.64' }, { brand: 'Hidrotubos' }),
        sizes('Registro de gaveta #', 'un', { '3/4"': '68.90', '1"': '92.40', '1.1/2"': '148.00' }),
        sizes('Registro de pressão #', 'un', { '1/2"': '62.30', '3/4"': '71.80' }),
        sizes("Caixa d'água # L", 'un', { '500': '398.00', '1000': '612.00', '2000': '1380.00' }),
        one('Adesivo plástico para PVC 850 g', 'un', '48.90', { brand: 'Hidrotubos' }),
      ],
    },
  ],
  ...FINISHING_GROUPS,
};
