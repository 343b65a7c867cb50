import { composition, type DemoComposition } from './compositionShapes.ts';

const MASON = 'Pedreiro com encargos';
const LABOURER = 'Servente com encargos';
const TILER = 'Azulejista com encargos';
const PAINTER = 'Pintor com encargos';
const CARPENTER = 'Carpinteiro com encargos';
const HELPER = 'Ajudante especializado com encargos';

const WATERPROOFING: readonly DemoComposition[] = [
  composition('CP-0136', 'Impermeabilização com manta asfáltica 4 mm', 'm²', {
    ...{ 'Manta asfáltica 4 mm': '1.15', 'Primer asfáltico 18 L': '0.025', [HELPER]: '0.42', [LABOURER]: '0.21' },
  }),
  composition('CP-0137', 'Impermeabilização de box com argamassa polimérica', 'm²', {
    ...{ 'Argamassa polimérica 30 kg': '0.117', 'Tela de poliéster': '0.35', [HELPER]: '0.38' },
  }),
  composition('CP-0138', 'Proteção mecânica de manta, argamassa 1:4, e = 3 cm', 'm²', {
    ...{ 'CP-0088': '0.0315', [MASON]: '0.32', [LABOURER]: '0.32' },
  }),
  composition('CP-0139', 'Laje impermeabilizada, com proteção mecânica', 'm²', { 'CP-0136': '1', 'CP-0138': '1' }),
];

const FLOORS: readonly DemoComposition[] = [
  composition('CP-0140', 'Lastro de brita, e = 5 cm', 'm²', { 'Brita 1': '0.0575', [LABOURER]: '0.12' }),
  composition('CP-0141', 'Contrapiso em argamassa 1:3, e = 3 cm', 'm²', {
    ...{ 'CP-0084': '0.0323', [MASON]: '0.36', [LABOURER]: '0.18', 'CP-0080': '0.0323' },
  }),
  composition(
    'CP-0142',
    'Contrapiso em argamassa 1:4, e = 4 cm',
    'm²',
    {
      ...{ 'CP-0088': '0.0431', [MASON]: '0.482', [LABOURER]: '0.241', 'Adesivo acrílico para argamassa': '0.21' },
      ...{ 'CP-0080': '0.0431', 'Tela antifissura, rolo 1 × 50 m': '0.25' },
    },
    'SINAPI 87620',
  ),
  composition('CP-0143', 'Piso cerâmico 45x45 cm', 'm²', {
    ...{
      'Cerâmica para piso 45x45 cm': '1.08',
      'Argamassa colante AC II 20 kg': '0.31',
      'Rejunte cimentício 5 kg': '0.054',
    },
    ...{ [TILER]: '0.42', [LABOURER]: '0.21' },
  }),
  composition('CP-0144', 'Piso vinílico em régua', 'm²', {
    'Piso vinílico em régua': '1.06',
    [TILER]: '0.31',
    [LABOURER]: '0.12',
  }),
  composition('CP-0145', 'Rodapé de poliestireno 10 cm', 'm', {
    'Rodapé de poliestireno 10 cm': '1.05',
    [TILER]: '0.11',
  }),
  composition('CP-0146', 'Soleira de granito 15 cm', 'm', {
    ...{
      'Soleira de granito 15 cm': '1',
      'Argamassa colante AC III 20 kg': '0.06',
      [MASON]: '0.44',
      [LABOURER]: '0.22',
    },
  }),
  composition('CP-0147', 'Piso de porcelanato 90x90 cm', 'm²', {
    ...{ 'Porcelanato 90x90 cm': '1.1', 'ARGAMASSA COLANTE AC-III 20KG': '0.44', 'Rejunte epóxi 5 kg': '0.03' },
    ...{ [TILER]: '0.68', [LABOURER]: '0.34' },
  }),
  composition('CP-0165', 'Base para porcelanato sobre contrapiso', 'm²', {
    ...{ 'CP-0142': '1', 'Argamassa colante AC III 20 kg': '0.43', [TILER]: '0.11' },
  }),
  composition('CP-0170', 'Piso acabado em porcelanato sobre contrapiso', 'm²', {
    ...{
      'CP-0165': '1',
      'Porcelanato 80x80 cm': '1.08',
      'Rejunte acrílico 5 kg': '0.036',
      [TILER]: '0.57',
      [LABOURER]: '0.29',
    },
  }),
  composition('CP-0203', 'Calçada em concreto com contrapiso', 'm²', {
    ...{ 'CP-0140': '1', 'CP-0142': '0.65', 'CP-0094': '0.07', [MASON]: '0.35', [LABOURER]: '0.4' },
  }),
  composition('CP-0204', 'Piso intertravado 6 cm sobre pó de pedra', 'm²', {
    ...{ 'Piso intertravado 6 cm': '1.03', 'Pó de pedra': '0.057', [MASON]: '0.26', [LABOURER]: '0.26' },
    ...{ 'Compactador de solo, locação': '0.0042' },
  }),
];

const COATINGS: readonly DemoComposition[] = [
  composition('CP-0150', 'Chapisco com colher, argamassa 1:3', 'm²', {
    'CP-0084': '0.0042',
    [MASON]: '0.07',
    [LABOURER]: '0.007',
  }),
  composition('CP-0151', 'Emboço interno, argamassa 1:2:8, e = 2 cm', 'm²', {
    'CP-0086': '0.0376',
    [MASON]: '0.47',
    [LABOURER]: '0.17',
  }),
  composition('CP-0152', 'Reboco paulista, massa única, e = 2 cm', 'm²', {
    'CP-0090': '0.0376',
    [MASON]: '0.51',
    [LABOURER]: '0.19',
  }),
  composition('CP-0153', 'Reboco externo com tela, e = 2,5 cm', 'm²', {
    ...{ 'CP-0086': '0.0314', 'Tela antifissura, rolo 1 × 50 m': '0.14', [MASON]: '0.78', [LABOURER]: '0.78' },
    ...{ 'Andaime tubular, locação': '0.1' },
  }),
  composition('CP-0154', 'Parede interna chapiscada e rebocada', 'm²', {
    'CP-0150': '1',
    'CP-0152': '1',
    'CP-0081': '0.04',
  }),
  composition('CP-0155', 'Azulejo 33x45 cm sobre emboço', 'm²', {
    ...{ 'Azulejo 33x45 cm': '1.07', 'Argamassa colante AC I 20 kg': '0.24', 'Rejunte cimentício 5 kg': '0.084' },
    ...{ [TILER]: '0.66', [LABOURER]: '0.33' },
  }),
  composition('CP-0156', 'Parede de banheiro revestida até o teto', 'm²', {
    'CP-0150': '1',
    'CP-0151': '1',
    'CP-0155': '1',
  }),
  composition('CP-0157', 'Forro de placas de gesso 60x60 cm', 'm²', {
    ...{ 'Placa de gesso 60x60 cm': '2.9', 'Gesso em pó': '0.9', 'Arame galvanizado nº 12': '0.05' },
    ...{ 'Gesseiro com encargos': '0.38', [LABOURER]: '0.19' },
  }),
  composition('CP-0158', 'Forro de drywall com canaleta F530', 'm²', {
    ...{ 'Placa de gesso acartonado ST 12,5 mm': '1.05', 'Perfil para drywall canaleta F530': '2.1' },
    ...{ 'Massa para juntas 25 kg': '0.02', 'Gesseiro com encargos': '0.44', [HELPER]: '0.22' },
  }),
];

const PAINTING: readonly DemoComposition[] = [
  composition('CP-0160', 'Selador acrílico, uma demão', 'm²', {
    'Selador acrílico 18 L': '0.0089',
    [PAINTER]: '0.04',
    [LABOURER]: '0.012',
  }),
  composition('CP-0161', 'Massa corrida, duas demãos', 'm²', {
    ...{ 'Massa corrida PVA 25 kg': '0.0528', 'Lixa para massa 120': '0.1', [PAINTER]: '0.312', [LABOURER]: '0.114' },
  }),
  composition('CP-0162', 'Pintura acrílica fosca, duas demãos', 'm²', {
    ...{ 'Tinta acrílica fosca 18 L': '0.0183', 'Rolo de lã 23 cm': '0.004', [PAINTER]: '0.187', [LABOURER]: '0.069' },
  }),
  composition('CP-0163', 'Parede interna pintada, com selador e massa', 'm²', {
    'CP-0160': '1',
    'CP-0161': '1',
    'CP-0162': '1',
  }),
  composition('CP-0164', 'Textura acrílica externa', 'm²', {
    ...{ 'CP-0160': '1', 'Textura acrílica 25 kg': '0.054', [PAINTER]: '0.21', 'Andaime tubular, locação': '0.1' },
  }),
  composition('CP-0166', 'Esmalte sintético sobre madeira, duas demãos', 'm²', {
    ...{ 'Esmalte sintético 3,6 L': '0.044', 'Lixa para massa 220': '0.3', [PAINTER]: '0.42' },
  }),
];

const OPENINGS: readonly DemoComposition[] = [
  composition('CP-0172', 'Kit de porta de madeira 80x210 cm, pintada', 'un', {
    ...{
      'Porta de madeira 80x210 cm': '1',
      'Batente de madeira 14 cm': '1',
      'Fechadura interna': '1',
      'Dobradiça 3"': '3',
    },
    ...{ [CARPENTER]: '4.2', [LABOURER]: '2.1', 'CP-0166': '3.78' },
  }),
  composition('CP-0173', 'Kit de porta de banheiro 70x210 cm, pintada', 'un', {
    ...{ 'Porta de madeira 70x210 cm': '1', 'Batente de madeira 14 cm': '1', 'Fechadura de banheiro': '1' },
    ...{ 'Dobradiça 3"': '3', [CARPENTER]: '4.1', [LABOURER]: '2.05', 'CP-0166': '3.36' },
  }),
  composition('CP-0174', 'Janela de alumínio 120x100 cm, com peitoril', 'un', {
    ...{ 'Janela de alumínio 120x100 cm': '1', 'Peitoril de granito 20 cm': '1.24', 'CP-0084': '0.008' },
    ...{ [MASON]: '1.9', [LABOURER]: '0.95' },
  }),
];

/** Whole rooms and walls, of compositions alone. */
const WHOLES: readonly DemoComposition[] = [
  composition('CP-0210', 'Parede interna acabada, por face', 'm²', {
    'CP-0131': '0.5',
    'CP-0154': '1',
    'CP-0163': '1',
  }),
  composition('CP-0211', 'Fachada acabada com textura', 'm²', { 'CP-0150': '1', 'CP-0153': '1', 'CP-0164': '1' }),
  composition('CP-0212', 'Piso de sala acabado, com rodapé e soleira', 'm²', {
    'CP-0170': '1',
    'CP-0145': '0.82',
    'CP-0146': '0.06',
  }),
  composition('CP-0213', 'Sala acabada, piso, paredes e forro', 'm²', {
    'CP-0212': '1',
    'CP-0210': '2.4',
    'CP-0158': '1',
  }),
];

export const FINISHING_COMPOSITIONS: Readonly<Record<string, readonly DemoComposition[]>> = {
  Impermeabilização: WATERPROOFING,
  Pisos: FLOORS,
  Revestimentos: COATINGS,
  Pintura: PAINTING,
  Esquadrias: OPENINGS,
  'Ambientes completos': WHOLES,
};
