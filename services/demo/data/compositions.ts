import { composition, type DemoComposition } from './compositionShapes.ts';
import { FINISHING_COMPOSITIONS } from './finishingCompositions.ts';
import { INSTALLATION_COMPOSITIONS } from './installationCompositions.ts';

export type { DemoComposition } from './compositionShapes.ts';

const MASON = 'Pedreiro com encargos';
const LABOURER = 'Servente com encargos';
const CARPENTER = 'Carpinteiro com encargos';
const STEEL_FIXER = 'Armador com encargos';
const HELPER = 'Ajudante especializado com encargos';
const CEMENT = 'Cimento CP II-E-32';
const MIXER = 'Betoneira 400 L, hora produtiva';

/** Mortars, mixes and transport that other compositions are made of. */
const AUXILIARY: readonly DemoComposition[] = [
  composition('CP-0080', 'Transporte com jerica, até 30 m', 'm³', { [LABOURER]: '1.8198', [HELPER]: '0.4093' }),
  composition('CP-0081', 'Transporte manual vertical, por pavimento', 'm³', { [LABOURER]: '2.6500' }),
  composition('CP-0084', 'Argamassa 1:3, betoneira 400 L', 'm³', {
    ...{ [CEMENT]: '486', 'Areia média lavada': '1.15', [LABOURER]: '5.2', [MIXER]: '1.02' },
  }),
  composition('CP-0086', 'Argamassa 1:2:8 com cal, betoneira 400 L', 'm³', {
    ...{
      [CEMENT]: '182',
      'Cal hidratada CH-III': '163',
      'Areia média lavada': '1.16',
      [LABOURER]: '5.4',
      [MIXER]: '1.06',
    },
  }),
  composition(
    'CP-0088',
    'Argamassa 1:4, betoneira 400 L',
    'm³',
    { [CEMENT]: '413', 'Areia média lavada': '1.22', [LABOURER]: '5.14', [MIXER]: '0.98' },
    'SINAPI 87292',
  ),
  composition('CP-0090', 'Argamassa fina para massa única, 1:2:9', 'm³', {
    ...{ [CEMENT]: '158', 'Cal hidratada CH-III': '174', 'Areia fina': '1.19', [LABOURER]: '5.6', [MIXER]: '1.08' },
  }),
  composition('CP-0092', 'Concreto magro fck 10 MPa, betoneira 400 L', 'm³', {
    ...{ [CEMENT]: '213', 'Areia média lavada': '0.86', 'Brita 1': '0.59', 'Brita 2': '0.39' },
    ...{ [LABOURER]: '4.6', [MASON]: '0.8', [MIXER]: '0.81' },
  }),
  composition(
    'CP-0094',
    'Concreto fck 25 MPa, betoneira 400 L',
    'm³',
    {
      ...{ [CEMENT]: '362', 'Areia média lavada': '0.74', 'Brita 1': '0.58', 'Brita 2': '0.2' },
      ...{ [LABOURER]: '4.9', [MASON]: '0.9', [MIXER]: '0.84', 'Betoneira 400 L, hora improdutiva': '0.31' },
    },
    'SINAPI 94965',
  ),
  composition('CP-0095', 'Concreto fck 30 MPa, usinado e bombeado', 'm³', {
    ...{ 'Concreto usinado bombeável fck 30 MPa': '1.05', 'Taxa de bombeamento': '1.05' },
  }),
  composition('CP-0096', 'Graute fgk 20 MPa', 'm³', { 'Graute 25 kg': '84', [LABOURER]: '3.2', [MIXER]: '0.7' }),
  composition('CP-0098', 'Lançamento e adensamento de concreto', 'm³', {
    ...{ [MASON]: '0.62', [LABOURER]: '1.86', [CARPENTER]: '0.31', 'Vibrador de imersão, locação': '0.0016' },
  }),
];

const PREPARATION: readonly DemoComposition[] = [
  composition('CP-0101', 'Limpeza mecanizada do terreno', 'm²', {
    'Retroescavadeira com operador': '0.0062',
    [LABOURER]: '0.012',
  }),
  composition('CP-0102', 'Locação da obra com gabarito de madeira', 'm²', {
    ...{
      'Tábua de pinus 2,5x15 cm': '0.42',
      'Pontalete de eucalipto 8x8 cm': '0.26',
      'Prego com cabeça 18x27': '0.028',
    },
    ...{ [CARPENTER]: '0.13', [LABOURER]: '0.13' },
  }),
  composition('CP-0103', 'Tapume de chapa compensada, h = 2,20 m', 'm', {
    ...{
      'Chapa compensada resinada 14 mm': '0.91',
      'Pontalete de eucalipto 8x8 cm': '1.9',
      'Sarrafo de pinus 2,5x7 cm': '3.1',
    },
    ...{ 'Prego com cabeça 18x27': '0.22', [CARPENTER]: '0.8', [HELPER]: '0.8' },
  }),
  composition('CP-0104', 'Escavação manual de vala, até 1,50 m', 'm³', { [LABOURER]: '3.956', [MASON]: '0.17' }),
  composition('CP-0105', 'Escavação mecanizada de vala', 'm³', {
    'Retroescavadeira com operador': '0.0514',
    [LABOURER]: '0.11',
  }),
  composition('CP-0106', 'Reaterro compactado', 'm³', { [LABOURER]: '0.86', 'Compactador de solo, locação': '0.0625' }),
  composition('CP-0107', 'Bota-fora de terra, até 10 km', 'm³', {
    'Caminhão basculante 12 m³': '0.078',
    'Transporte de material': '16.5',
  }),
  composition('CP-0108', 'Remoção de entulho em caçamba', 'm³', {
    'Remoção de entulho em caçamba 5 m³': '0.2',
    'CP-0080': '1.2',
  }),
  composition('CP-0109', 'Demolição de alvenaria, sem reaproveitamento', 'm³', {
    ...{ [LABOURER]: '2.6', 'Martelete rompedor, locação': '0.11', 'CP-0108': '1.35' },
  }),
];

const STRUCTURE: readonly DemoComposition[] = [
  composition('CP-0110', 'Fôrma de pilar em chapa compensada, 4 usos', 'm²', {
    ...{
      'Chapa compensada resinada 14 mm': '0.11',
      'Sarrafo de pinus 2,5x7 cm': '2.3',
      'Tábua de pinus 2,5x20 cm': '0.6',
    },
    ...{
      'Prego com cabeça 17x21': '0.12',
      'Desmoldante para fôrmas 18 L': '0.0011',
      [CARPENTER]: '0.98',
      [HELPER]: '0.49',
    },
  }),
  composition('CP-0111', 'Fôrma de viga em chapa compensada, 4 usos', 'm²', {
    ...{
      'Chapa compensada resinada 14 mm': '0.12',
      'Sarrafo de pinus 2,5x7 cm': '2.8',
      'Pontalete de eucalipto 8x8 cm': '0.7',
    },
    ...{
      'Prego com cabeça 17x21': '0.14',
      'Desmoldante para fôrmas 18 L': '0.0011',
      [CARPENTER]: '1.12',
      [HELPER]: '0.56',
    },
  }),
  composition('CP-0112', 'Fôrma de laje maciça, com escoramento metálico', 'm²', {
    ...{
      'Chapa compensada plastificada 18 mm': '0.05',
      'Viga de peroba 6x12 cm': '0.09',
      'Escora metálica, locação': '0.6',
    },
    ...{ 'Desmoldante para fôrmas 18 L': '0.0009', [CARPENTER]: '0.58', [HELPER]: '0.35' },
  }),
  composition('CP-0113', 'Fôrma de sapata e baldrame, 4 usos', 'm²', {
    ...{ 'Tábua de pinus 2,5x30 cm': '0.98', 'Sarrafo de pinus 2,5x5 cm': '1.1', 'Prego com cabeça 18x27': '0.09' },
    ...{ 'Desmoldante para fôrmas 18 L': '0.0009', [CARPENTER]: '0.82', [HELPER]: '0.41' },
  }),
  composition('CP-0114', 'Armação CA-50 10,0 mm, cortada, dobrada e montada', 'kg', {
    ...{ 'Aço CA-50 10,0 mm': '1.1', 'Arame recozido nº 18': '0.025', 'Espaçador plástico 25 mm': '0.54' },
    ...{ [STEEL_FIXER]: '0.058', [HELPER]: '0.0098' },
  }),
  composition('CP-0115', 'Armação CA-50 6,3 mm, cortada, dobrada e montada', 'kg', {
    ...{ 'Aço CA-50 6,3 mm': '1.07', 'Arame recozido nº 18': '0.025', 'Espaçador plástico 25 mm': '0.97' },
    ...{ [STEEL_FIXER]: '0.0966', [HELPER]: '0.0158' },
  }),
  composition('CP-0116', 'Armação CA-60 5,0 mm, cortada, dobrada e montada', 'kg', {
    ...{ 'Aço CA-60 5,0 mm': '1.07', 'Arame recozido nº 18': '0.025', [STEEL_FIXER]: '0.1197', [HELPER]: '0.0196' },
  }),
  composition('CP-0117', 'Lastro de concreto magro, e = 5 cm', 'm²', {
    'CP-0092': '0.0525',
    [MASON]: '0.21',
    [LABOURER]: '0.21',
  }),
  composition('CP-0118', 'Sapata isolada de concreto armado', 'm³', {
    ...{ 'CP-0094': '1.05', 'CP-0098': '1', 'CP-0113': '2.6', 'CP-0114': '62', 'CP-0117': '1.8' },
  }),
  composition('CP-0119', 'Viga baldrame de concreto armado', 'm³', {
    ...{ 'CP-0094': '1.05', 'CP-0098': '1', 'CP-0113': '9.2', 'CP-0114': '74', 'CP-0116': '18' },
  }),
  composition('CP-0120', 'Pilar de concreto armado fck 30 MPa', 'm³', {
    ...{ 'CP-0095': '1', 'CP-0098': '1', 'CP-0110': '12', 'CP-0114': '108', 'CP-0116': '26' },
  }),
  composition('CP-0121', 'Viga de concreto armado fck 30 MPa', 'm³', {
    ...{ 'CP-0095': '1', 'CP-0098': '1', 'CP-0111': '10.5', 'CP-0114': '82', 'CP-0116': '22' },
  }),
  composition('CP-0122', 'Laje maciça de concreto armado, e = 12 cm', 'm²', {
    ...{ 'CP-0095': '0.12', 'CP-0098': '0.12', 'CP-0112': '1', 'CP-0115': '9.4' },
  }),
  composition('CP-0123', 'Laje treliçada H12 com EPS', 'm²', {
    ...{ 'Vigota treliçada para laje H12': '2.04', 'EPS para laje H12': '2.1', 'Tela soldada Q-92': '1.1' },
    ...{
      'CP-0095': '0.07',
      'CP-0098': '0.07',
      'Escora metálica, locação': '0.5',
      [CARPENTER]: '0.24',
      [LABOURER]: '0.41',
    },
  }),
  composition('CP-0124', 'Verga e contraverga de concreto armado', 'm', {
    ...{ 'CP-0094': '0.0126', 'CP-0111': '0.24', 'CP-0115': '0.92', [MASON]: '0.18', [LABOURER]: '0.14' },
  }),
];

const WALLS: readonly DemoComposition[] = [
  composition('CP-0125', 'Alvenaria de bloco cerâmico 9x19x19 cm', 'm²', {
    ...{ 'Bloco cerâmico 9x19x19 cm': '27.3', 'CP-0086': '0.0104', [MASON]: '0.86', [LABOURER]: '0.43' },
  }),
  composition('CP-0126', 'Alvenaria de bloco cerâmico 14x19x39 cm', 'm²', {
    ...{ 'Bloco cerâmico 14x19x39 cm': '13.35', 'CP-0086': '0.0098', [MASON]: '0.69', [LABOURER]: '0.345' },
  }),
  composition('CP-0127', 'Alvenaria de bloco de concreto 14x19x39 cm', 'm²', {
    ...{ 'Bloco de concreto 14x19x39 cm': '13.35', 'CP-0088': '0.0112', [MASON]: '0.74', [LABOURER]: '0.37' },
  }),
  composition('CP-0128', 'Alvenaria estrutural armada, bloco de concreto 14 cm', 'm²', {
    ...{ 'CP-0127': '1', 'Canaleta de concreto 14x19x39 cm': '1.3', 'CP-0096': '0.0132', 'CP-0114': '2.1' },
  }),
  composition('CP-0129', 'Encunhamento de alvenaria com tijolo maciço', 'm', {
    ...{ 'Tijolo maciço 5x9x19 cm': '11', 'CP-0084': '0.0051', [MASON]: '0.22', [LABOURER]: '0.11' },
  }),
  composition('CP-0130', 'Parede de drywall ST, montante 70 mm', 'm²', {
    ...{ 'Placa de gesso acartonado ST 12,5 mm': '2.1', 'Perfil para drywall montante 70 mm': '2.3' },
    ...{ 'Perfil para drywall guia 70 mm': '0.9', 'Massa para juntas 25 kg': '0.041' },
    ...{ 'Gesseiro com encargos': '0.58', [HELPER]: '0.29' },
  }),
  composition('CP-0131', 'Parede de bloco com verga, encunhada', 'm²', {
    'CP-0126': '1',
    'CP-0124': '0.12',
    'CP-0129': '0.34',
  }),
];

const ROOF: readonly DemoComposition[] = [
  composition('CP-0132', 'Estrutura de madeira para telha cerâmica', 'm²', {
    ...{ 'Viga de peroba 6x12 cm': '0.78', 'Viga de peroba 6x16 cm': '0.41', 'Sarrafo de pinus 2,5x5 cm': '3.2' },
    ...{ 'Prego com cabeça 19x36': '0.16', [CARPENTER]: '0.92', [HELPER]: '0.92' },
  }),
  composition('CP-0133', 'Telhamento com telha cerâmica portuguesa', 'm²', {
    ...{
      'Telha cerâmica portuguesa': '17',
      'Cumeeira cerâmica': '0.32',
      'Telhadista com encargos': '0.34',
      [LABOURER]: '0.34',
    },
  }),
  composition('CP-0134', 'Calha de chapa galvanizada, corte 50 cm', 'm', {
    ...{ 'Calha galvanizada corte 50 cm': '1.05', 'Telhadista com encargos': '0.28', [LABOURER]: '0.2' },
  }),
  composition('CP-0135', 'Cobertura completa com manta térmica', 'm²', {
    ...{ 'CP-0132': '1', 'CP-0133': '1', 'Manta térmica aluminizada': '1.1', 'CP-0134': '0.11' },
  }),
];

/** Compositions by the group in which the company keeps them. */
export const COMPOSITIONS: Readonly<Record<string, readonly DemoComposition[]>> = {
  'Serviços auxiliares': AUXILIARY,
  'Serviços preliminares': PREPARATION,
  'Fundações e estrutura': STRUCTURE,
  'Paredes e divisórias': WALLS,
  Cobertura: ROOF,
  ...FINISHING_COMPOSITIONS,
  ...INSTALLATION_COMPOSITIONS,
};
