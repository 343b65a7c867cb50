import type { EstimateLines } from './estimateShapes.ts';

/** Rows of the cost estimate of the Vila das Ipês, eight houses of 68 m² each, as it was first approved. */
export const VILA_LINES: EstimateLines = {
  '1.1': [
    ['Projeto arquitetônico e complementares', 'un', '1', '46000'],
    ['Registro de incorporação e memorial', 'vb', '1', '18500'],
    ['Licença ambiental e alvará', 'vb', '1', '9800'],
    ['Sondagem SPT', 'm', '8*12', '112'],
  ],
  '1.2': [
    ['CP-0103', '180'],
    ['CP-0102', '8*72'],
    ['CP-0101', '1900'],
    ['Canteiro: escritório, refeitório e vestiário', 'mês', '16', '2650'],
    ['Equipe de administração com encargos', 'mês', '16', '14800'],
    ['Ligações provisórias', 'vb', '1', '5400'],
  ],
  '2': [
    ['CP-0105', '640'],
    ['CP-0107', '580'],
    ['CP-0117', '8*34'],
    ['CP-0119', '8*4,6'],
    ['CP-0118', '8*2,9'],
    ['Radier de concreto armado, e = 15 cm', 'm²', '8*38', '212'],
  ],
  '3.1': [
    ['CP-0128', '8*146'],
    ['CP-0124', '8*24'],
    ['CP-0096', '8*1,4'],
    ['CP-0115', '8*110'],
  ],
  '3.2': [
    ['CP-0123', '8*36'],
    ['Escada pré-moldada de concreto', 'un', '8', '3950'],
    ['CP-0098', '8*2,4'],
  ],
  '4': [
    ['CP-0132', '8*42'],
    ['CP-0133', '8*42'],
    ['CP-0134', '8*11'],
    ['Rufos e pingadeiras', 'm', '8*16', '58.4'],
  ],
  '5': [
    ['CP-0180', '8*58'],
    ['CP-0182', '8*26'],
    ['CP-0183', '8*9'],
    ['CP-0184', '8*5'],
    ['CP-0185', '8*2'],
    ['CP-0188', '8'],
    ['CP-0190', '8*160'],
    ['CP-0191', '8*580'],
    ['CP-0192', '8*26'],
    ['CP-0193', '8*14'],
    ['CP-0194', '8'],
  ],
  '6': [
    ['CP-0150', '8*210'],
    ['CP-0152', '8*160'],
    ['CP-0153', '8*64'],
    ['CP-0142', '8*58'],
    ['CP-0143', '8*58'],
    ['CP-0155', '8*28'],
    ['CP-0157', '8*30'],
    ['CP-0137', '8*9'],
  ],
  '7': [
    ['CP-0172', '8*4'],
    ['CP-0173', '8*2'],
    ['CP-0174', '8*6'],
    ['Porta de correr de alumínio 2,00 × 2,10 m', 'un', '8', '2590'],
    ['CP-0160', '8*210'],
    ['CP-0162', '8*210'],
    ['CP-0164', '8*64'],
    ['CP-0186', '8*2'],
    ['CP-0187', '8*2'],
    ['Bancada de granito com cuba', 'un', '8', '1480'],
  ],
  '8': [
    ['CP-0204', '620'],
    ['CP-0203', '240'],
    ['Portaria com cobertura', 'un', '1', '28500'],
    ['Rede de drenagem pluvial', 'm', '120', '186'],
    ['Iluminação de vias, poste de 4 m', 'un', '14', '1480'],
    ['Paisagismo das áreas comuns', 'm²', '380', '42'],
    ['Guarita provisória de madeira', 'un', '1', '12400'],
    ['Muro de divisa com gradil', 'm', '164', '298'],
  ],
};

/** What its second revision changes, three weeks later: by the place of a row, its stage and its number there. */
export const VILA_REVISION = {
  changed: [
    { place: '2/5', quantity: '25.6', formula: '8*3,2' },
    { place: '7/4', unitPrice: '2680' },
    { place: '8/4', quantity: '145' },
    { place: '8/5', unitPrice: '1640' },
  ],
  removed: '8/7',
  added: { stage: '8', position: 7, description: 'Playground', unit: 'vb', quantity: '1', unitPrice: '16800' },
} as const;
