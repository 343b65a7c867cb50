import { composition, type DemoComposition } from './compositionShapes.ts';

const PLUMBER = 'Encanador com encargos';
const ELECTRICIAN = 'Eletricista com encargos';
const HELPER = 'Ajudante especializado com encargos';

const PLUMBING: readonly DemoComposition[] = [
  composition('CP-0180', 'Tubo PVC soldável 25 mm, com conexões', 'm', {
    ...{ 'Tubo PVC soldável 25 mm': '1.05', 'Joelho PVC soldável 90° 25 mm': '0.42', 'Tê PVC soldável 25 mm': '0.18' },
    ...{ 'Adesivo plástico para PVC 850 g': '0.006', [PLUMBER]: '0.21', [HELPER]: '0.21' },
  }),
  composition('CP-0181', 'Tubo PVC esgoto 50 mm, com conexões', 'm', {
    ...{ 'Tubo PVC esgoto 50 mm': '1.05', 'Joelho PVC esgoto 90° 50 mm': '0.4', [PLUMBER]: '0.26', [HELPER]: '0.26' },
  }),
  composition('CP-0182', 'Tubo PVC esgoto 100 mm, com conexões', 'm', {
    ...{
      'Tubo PVC esgoto 100 mm': '1.05',
      'Joelho PVC esgoto 90° 100 mm': '0.31',
      [PLUMBER]: '0.34',
      [HELPER]: '0.34',
    },
  }),
  composition('CP-0183', 'Ponto de água fria, com registro', 'un', {
    ...{ 'CP-0180': '3.4', 'Registro de gaveta 3/4"': '0.25', 'Luva PVC soldável 25 mm': '1', [PLUMBER]: '0.6' },
  }),
  composition('CP-0184', 'Ponto de esgoto 50 mm', 'un', { 'CP-0181': '2.1', [PLUMBER]: '0.5', [HELPER]: '0.5' }),
  composition('CP-0185', 'Ponto de esgoto 100 mm', 'un', { 'CP-0182': '2.6', [PLUMBER]: '0.6', [HELPER]: '0.6' }),
  composition('CP-0186', 'Bacia com caixa acoplada, instalada', 'un', {
    ...{ 'Bacia com caixa acoplada': '1', 'Engate flexível 40 cm': '1', [PLUMBER]: '1.4', [HELPER]: '0.7' },
  }),
  composition('CP-0187', 'Lavatório com coluna e torneira, instalado', 'un', {
    ...{
      'Lavatório com coluna': '1',
      'Torneira para lavatório': '1',
      'Sifão sanfonado': '1',
      'Engate flexível 40 cm': '1',
    },
    ...{ [PLUMBER]: '1.6', [HELPER]: '0.8' },
  }),
  composition('CP-0188', "Caixa d'água 1000 L, instalada", 'un', {
    ...{ "Caixa d'água 1000 L": '1', 'Registro de gaveta 1"': '2', 'CP-0180': '6', [PLUMBER]: '4.8', [HELPER]: '4.8' },
  }),
  composition('CP-0189', 'Instalações de um banheiro social', 'un', {
    ...{
      'CP-0183': '4',
      'CP-0184': '2',
      'CP-0185': '1',
      'CP-0186': '1',
      'CP-0187': '1',
      'Caixa sifonada 100x100x50': '1',
    },
  }),
];

const WIRING: readonly DemoComposition[] = [
  composition('CP-0190', 'Eletroduto corrugado 25 mm, embutido', 'm', {
    ...{ 'Eletroduto corrugado 25 mm': '1.05', [ELECTRICIAN]: '0.11', [HELPER]: '0.11' },
  }),
  composition('CP-0191', 'Cabo flexível 2,5 mm², enfiado', 'm', {
    'Cabo flexível 750 V 2,5 mm²': '1.19',
    [ELECTRICIAN]: '0.03',
    [HELPER]: '0.03',
  }),
  composition('CP-0192', 'Ponto de tomada 10 A, completo', 'un', {
    ...{ 'CP-0190': '4.2', 'CP-0191': '12.6', 'Caixa de luz 4x2': '1', 'Tomada 2P+T 10 A': '1', [ELECTRICIAN]: '0.42' },
  }),
  composition('CP-0193', 'Ponto de luz com interruptor simples', 'un', {
    ...{
      'CP-0190': '5.6',
      'CP-0191': '14',
      'Caixa de luz octogonal': '1',
      'Caixa de luz 4x2': '1',
      'Interruptor simples': '1',
    },
    ...{ 'Luminária LED de embutir 18 W': '1', [ELECTRICIAN]: '0.9' },
  }),
  composition('CP-0194', 'Quadro de distribuição 24 disjuntores, montado', 'un', {
    ...{
      'Quadro de distribuição 24 disjuntores': '1',
      'Disjuntor monopolar 20 A': '12',
      'Disjuntor tripolar 63 A': '1',
    },
    ...{ 'Interruptor diferencial 40 A': '1', [ELECTRICIAN]: '6.4', [HELPER]: '3.2' },
  }),
];

export const INSTALLATION_COMPOSITIONS: Readonly<Record<string, readonly DemoComposition[]>> = {
  'Instalações hidráulicas': PLUMBING,
  'Instalações elétricas': WIRING,
};
