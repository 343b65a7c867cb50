import { one, sizes, type DemoGroup } from './productShapes.ts';

/** Finishing, labour and equipment; the groups of products.ts go before them. */
export const FINISHING_GROUPS: Readonly<Record<string, readonly DemoGroup[]>> = {
  Acabamentos: [
    {
      name: 'Pisos e revestimentos',
      type: 'Material',
      leadTime: 30,
      products: [
        sizes(
          'Porcelanato # cm',
          'm²',
          { '60x60': '64.90', '80x80': '92.40', '90x90': '128.00' },
          { brand: 'Pisos Santa Clara' },
        ),
        sizes('Cerâmica para piso # cm', 'm²', { '45x45': '28.90', '60x60': '36.40' }),
        sizes('Azulejo # cm', 'm²', { '32x60': '34.80', '33x45': '31.20' }),
        one('Pastilha cerâmica 5x5 cm', 'm²', '86.00'),
        one('Soleira de granito 15 cm', 'm', '72.00'),
        one('Peitoril de granito 20 cm', 'm', '88.00'),
        one('Rodapé de poliestireno 10 cm', 'm', '21.60'),
        one('Piso vinílico em régua', 'm²', '98.00'),
      ],
    },
    {
      name: 'Pintura',
      type: 'Material',
      products: [
        sizes(
          'Tinta acrílica # 18 L',
          'lt',
          { fosca: '286.00', acetinada: '412.00', semibrilho: '428.00' },
          { brand: 'Tintas Ipê Amarelo' },
        ),
        one('Massa corrida PVA 25 kg', 'sc', '58.90', { brand: 'Tintas Ipê Amarelo' }),
        one('Massa acrílica 25 kg', 'sc', '112.00', { brand: 'Tintas Ipê Amarelo' }),
        one('Selador acrílico 18 L', 'lt', '148.00', { brand: 'Tintas Ipê Amarelo' }),
        one('Esmalte sintético 3,6 L', 'gl', '118.00', { brand: 'Tintas Ipê Amarelo' }),
        one('Textura acrílica 25 kg', 'sc', '124.00'),
        sizes('Lixa #', 'un', { 'para massa 120': '1.48', 'para massa 220': '1.48', 'para ferro 100': '3.90' }),
        one('Rolo de lã 23 cm', 'un', '28.60'),
      ],
    },
    {
      name: 'Gesso e drywall',
      type: 'Material',
      leadTime: 10,
      products: [
        sizes('Placa de gesso acartonado # 12,5 mm', 'm²', { ST: '18.90', RU: '27.40', RF: '25.60' }),
        one('Placa de gesso 60x60 cm', 'un', '9.80'),
        sizes('Perfil para drywall #', 'm', {
          'montante 70 mm': '9.60',
          'guia 70 mm': '8.40',
          'canaleta F530': '7.90',
        }),
        one('Massa para juntas 25 kg', 'sc', '64.00'),
      ],
    },
    {
      name: 'Impermeabilização',
      type: 'Material',
      leadTime: 15,
      products: [
        sizes('Manta asfáltica # mm', 'm²', { '3': '34.60', '4': '44.90' }),
        one('Primer asfáltico 18 L', 'lt', '246.00', { brand: 'Impermeáveis Veda Bem' }),
        one('Impermeabilizante acrílico 18 kg', 'bd', '312.00', { brand: 'Impermeáveis Veda Bem' }),
        one('Tela de poliéster', 'm²', '4.60'),
        one('Tela antifissura, rolo 1 × 50 m', 'm²', '9.45', { purchase: ['rl', '50'] }),
      ],
    },
  ],
  'Esquadrias, louças e metais': [
    {
      name: 'Esquadrias',
      type: 'Material',
      leadTime: 45,
      products: [
        sizes('Porta de madeira # cm', 'un', { '60x210': '312.00', '70x210': '324.00', '80x210': '338.00' }),
        sizes('Batente de madeira # cm', 'jg', { '14': '186.00', '16': '204.00' }),
        sizes('Janela de alumínio # cm', 'un', { '120x100': '486.00', '150x120': '698.00', '60x60': '232.00' }),
        one('Porta de alumínio 80x210 cm', 'un', '892.00'),
        sizes('Fechadura #', 'un', { interna: '84.00', externa: '128.00', 'de banheiro': '78.00' }),
        one('Dobradiça 3"', 'un', '11.40'),
        one('Vidro temperado 8 mm', 'm²', '268.00'),
      ],
    },
    {
      name: 'Louças e metais',
      type: 'Material',
      leadTime: 30,
      products: [
        one('Bacia com caixa acoplada', 'un', '468.00', { brand: 'Louças Porto Fino' }),
        one('Lavatório com coluna', 'un', '286.00', { brand: 'Louças Porto Fino' }),
        one('Tanque de louça 22 L', 'un', '412.00', { brand: 'Louças Porto Fino' }),
        sizes(
          'Torneira para #',
          'un',
          { lavatório: '148.00', pia: '164.00', tanque: '62.00', jardim: '34.00' },
          { brand: 'Metais Ribeira' },
        ),
        one('Ducha higiênica', 'un', '178.00', { brand: 'Metais Ribeira' }),
        one('Sifão sanfonado', 'un', '14.90'),
        one('Engate flexível 40 cm', 'un', '12.80'),
      ],
    },
  ],
  'Madeira e fôrmas': [
    {
      name: 'Madeiras',
      type: 'Material',
      leadTime: 14,
      products: [
        sizes('Tábua de pinus # cm', 'm', { '2,5x15': '9.80', '2,5x20': '12.90', '2,5x30': '18.60' }),
        sizes('Sarrafo de pinus # cm', 'm', { '2,5x5': '3.40', '2,5x7': '4.60', '2,5x10': '6.20' }),
        sizes('Pontalete de eucalipto # cm', 'm', { '8x8': '12.40', '10x10': '16.90' }),
        sizes('Viga de peroba # cm', 'm', { '6x12': '38.60', '6x16': '49.80' }),
        sizes('Chapa compensada # mm', 'un', { 'resinada 14': '128.00', 'plastificada 18': '226.00' }),
      ],
    },
  ],
  'Mão de obra': [
    {
      name: 'Mão de obra própria',
      type: 'Mão de obra',
      products: [
        sizes('# com encargos', 'h', {
          ...{ Servente: '26.70', Pedreiro: '42.48', Carpinteiro: '28.90', Armador: '28.60', Eletricista: '31.80' },
          ...{ Encanador: '31.20', Pintor: '27.90', Azulejista: '30.40', Gesseiro: '29.60', Telhadista: '29.10' },
          ...{ 'Ajudante especializado': '23.80', 'Mestre de obras': '52.60', Serralheiro: '30.90', Soldador: '34.70' },
        }),
        sizes('# de obra', 'mês', {
          Engenheiro: '16840.00',
          Estagiário: '2120.00',
          Almoxarife: '4380.00',
          Vigia: '4120.00',
        }),
      ],
    },
    {
      name: 'Serviços de terceiros',
      type: 'Serviço de terceiros',
      products: [
        one('Sondagem SPT', 'm', '98.00'),
        one('Controle tecnológico de concreto', 'un', '186.00'),
        one('Topografia, equipe completa', 'dia', '1480.00'),
        one('Remoção de entulho em caçamba 5 m³', 'un', '420.00'),
        one('Transporte de material', 't·km', '1.18'),
      ],
    },
  ],
  Equipamentos: [
    {
      name: 'Locação de equipamentos',
      type: 'Equipamento',
      products: [
        sizes('Betoneira 400 L, #', 'mês', { locação: '486.00' }),
        one('Betoneira 400 L, hora produtiva', 'chp', '2.14'),
        one('Betoneira 400 L, hora improdutiva', 'chi', '0.84'),
        one('Vibrador de imersão, locação', 'mês', '312.00'),
        one('Andaime tubular, locação', 'm²', '14.80'),
        one('Escora metálica, locação', 'un', '9.60'),
        one('Retroescavadeira com operador', 'h', '168.00'),
        one('Caminhão basculante 12 m³', 'chp', '214.00'),
        one('Compactador de solo, locação', 'dia', '128.00'),
        one('Guincho de coluna, locação', 'mês', '640.00'),
        one('Serra circular de bancada, locação', 'mês', '284.00'),
        one('Martelete rompedor, locação', 'dia', '96.00'),
      ],
    },
  ],
};
