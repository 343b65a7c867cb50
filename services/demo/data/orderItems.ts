/** What an order of similar purchases buys: inputs of the catalogue by name, and their parts of its value in percent. */
export type OrderItems = readonly (readonly [product: string, percent: number])[];

/** By the text of the expense that the goods came with. The last input is a cheap one: it brings the sum near the value. */
export const ORDER_ITEMS: Readonly<Record<string, OrderItems>> = {
  'Argamassa e cimento – reboco': [
    ['Cimento CP II-E-32', 44],
    ['Areia média lavada', 26],
    ['Argamassa para reboco 20 kg', 20],
    ['Cal hidratada CH-III', 10],
  ],
  'Argamassa industrializada': [
    ['Argamassa para reboco 20 kg', 58],
    ['Argamassa polimérica 30 kg', 17],
    ['Argamassa para assentamento 20 kg', 25],
  ],
  'Cimento CP II e cal': [
    ['Cimento CP II-E-32', 62],
    ['Areia média lavada', 20],
    ['Cal hidratada CH-III', 18],
  ],
  'Seladora e tintas': [
    ['Tinta acrílica fosca 18 L', 54],
    ['Selador acrílico 18 L', 26],
    ['Massa acrílica 25 kg', 14],
    ['Rolo de lã 23 cm', 6],
  ],
  'Massa corrida e tinta acrílica': [
    ['Tinta acrílica acetinada 18 L', 62],
    ['Massa corrida PVA 25 kg', 34],
    ['Lixa para massa 120', 4],
  ],
  'Forros de gesso': [
    ['Placa de gesso 60x60 cm', 62],
    ['Gesso em pó', 26],
    ['Arame galvanizado nº 12', 12],
  ],
  'Forro de gesso acartonado': [
    ['Placa de gesso acartonado ST 12,5 mm', 52],
    ['Massa para juntas 25 kg', 16],
    ['Perfil para drywall canaleta F530', 32],
  ],
  'Drywall RU e lã de rocha': [
    ['Placa de gesso acartonado RU 12,5 mm', 52],
    ['Perfil para drywall montante 70 mm', 22],
    ['Massa para juntas 25 kg', 12],
    ['Perfil para drywall guia 70 mm', 14],
  ],
  'Tubos e conexões PVC e PPR': [
    ['Tubo PVC soldável 25 mm', 30],
    ['Tubo PVC esgoto 100 mm', 38],
    ['Registro de gaveta 3/4"', 28],
    ['Joelho PVC soldável 90° 25 mm', 4],
  ],
  'Tubos, conexões e caixas d’água': [
    ["Caixa d'água 1000 L", 40],
    ['Tubo PVC soldável 50 mm', 32],
    ['Tubo PVC esgoto 50 mm', 25],
    ['Tê PVC soldável 25 mm', 3],
  ],
  'Cabos, eletrodutos e quadros': [
    ['Cabo flexível 750 V 2,5 mm²', 40],
    ['Cabo flexível 750 V 6 mm²', 26],
    ['Quadro de distribuição 24 disjuntores', 14],
    ['Eletroduto corrugado 25 mm', 20],
  ],
  'Cabos, disjuntores e padrões de entrada': [
    ['Cabo flexível 750 V 4 mm²', 52],
    ['Disjuntor tripolar 63 A', 28],
    ['Disjuntor monopolar 20 A', 14],
    ['Caixa de luz 4x2', 6],
  ],
  'Cabos, quadros e iluminação': [
    ['Cabo de rede CAT6', 34],
    ['Luminária LED de embutir 18 W', 44],
    ['Tomada 2P+T 10 A', 22],
  ],
  'Portas prontas e batentes': [
    ['Porta de madeira 80x210 cm', 50],
    ['Batente de madeira 14 cm', 28],
    ['Fechadura interna', 17],
    ['Dobradiça 3"', 5],
  ],
  'Pisos e azulejos': [
    ['Cerâmica para piso 60x60 cm', 50],
    ['Azulejo 32x60 cm', 34],
    ['Argamassa colante AC II 20 kg', 11],
    ['Rejunte cimentício 5 kg', 5],
  ],
  'Porcelanato 90×90 e rejuntes': [
    ['Porcelanato 90x90 cm', 77],
    ['Argamassa colante AC III 20 kg', 15],
    ['Rejunte acrílico 5 kg', 8],
  ],
  'Piso vinílico hospitalar': [
    ['Piso vinílico em régua', 86],
    ['Rodapé de poliestireno 10 cm', 14],
  ],
  'Esquadrias de alumínio linha 25': [
    ['Janela de alumínio 150x120 cm', 48],
    ['Porta de alumínio 80x210 cm', 28],
    ['Janela de alumínio 60x60 cm', 24],
  ],
  'Treliças e telhas de concreto': [
    ['Telha de concreto', 56],
    ['Viga de peroba 6x12 cm', 32],
    ['Manta térmica aluminizada', 12],
  ],
  'Telhas termoacústicas e rufos': [
    ['Telha sanduíche 30 mm', 78],
    ['Rufo galvanizado corte 25 cm', 22],
  ],
  'Manta asfáltica e impermeabilização': [
    ['Manta asfáltica 4 mm', 66],
    ['Primer asfáltico 18 L', 24],
    ['Tela de poliéster', 10],
  ],
  'Blocos cerâmicos e vergas': [['Bloco cerâmico 14x19x39 cm', 100]],
  'Blocos estruturais 14×19×39': [
    ['Bloco de concreto 14x19x39 cm', 76],
    ['Canaleta de concreto 14x19x39 cm', 24],
  ],
};
