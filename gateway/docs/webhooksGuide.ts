import { ANSWER_SECONDS, DELIVERY_DAYS, GIVE_UP_AFTER, MOST_ATTEMPTS, OLD_SECRET_HOURS } from '#domain/webhooks.ts';
import { EVENT_GROUPS } from '#domain/webhookEvents.ts';
import { PRODUCT_NAME } from '#domain/product.ts';
import { receivers } from './examples.ts';
import { html, type Html } from './html.ts';
import { code, list, table, text } from './parts.ts';

const EXAMPLE = {
  type: 'order.received',
  timestamp: '2026-11-20T14:18:40.000Z',
  data: {
    id: 415,
    entity: 'order',
    companyId: 1,
    buildingIds: [3],
    number: 'PC-0415',
    name: null,
    url: 'https://prumo.exemplo.com.br/api/v1/purchase/company/1/order/415',
  },
};

const HEADERS = [
  'webhook-id: evt_9f0c4d5e7a2b4c1d8e6f3a5b7c9d1e2f',
  'webhook-timestamp: 1795443520',
  'webhook-signature: v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
].join('\n');

/** What a receiver of events needs to know. */
export const webhooksGuide = (): Html[] => [
  ...text(
    `Um webhook avisa o seu programa assim que algo acontece, sem que ele precise perguntar. Um administrador informa um endereço público em Configurações, Integrações, escolhe os eventos e guarda o segredo, que aparece uma vez só. O ${PRODUCT_NAME} faz um POST em JSON para cada evento, pela [especificação Standard Webhooks](https://www.standardwebhooks.com).`.replace(
      /\[(.+?)\]\(.+?\)/,
      '$1',
    ),
  ),
  code(`${HEADERS}\n\n${JSON.stringify(EXAMPLE, null, 2)}`),
  ...text(
    'O evento diz o que mudou e onde ler: não traz valores nem dados de pessoas. Leia o registro em `url` com o seu token. Do que foi excluído `url` é nulo. De parcelas pagas e estornadas (`installment.paid`, `installment.reversed`) `id` é o do lançamento, e `installmentId` o da parcela.',
  ),
  html`<h3>Conferir a assinatura</h3>`,
  ...text(
    'A assinatura é HMAC-SHA256 de `id.timestamp.corpo`, com os bytes do segredo (base64 depois de `whsec_`), em base64 depois de `v1,`. Confira o corpo como chegou, antes de ler o JSON, e recuse o que tiver mais de 5 minutos.',
  ),
  ...receivers(),
  html`<h3>Entrega</h3>`,
  list([
    `Responda 2xx em até ${ANSWER_SECONDS} segundos, e faça o trabalho depois. Redirecionamentos não são seguidos.`,
    `Sem 2xx, o evento é repetido: depois de 5 segundos, 5 minutos, 30 minutos, 2, 5, 10, 14 e 20 horas, e a última vez ${GIVE_UP_AFTER / 3600} horas depois da primeira (${MOST_ATTEMPTS} tentativas). \`Retry-After\` é respeitado.`,
    'Depois da última tentativa, ou com a resposta 410, o webhook é pausado e os administradores são avisados. O que acontece durante a pausa não é enviado depois: leia as listas de novo.',
    'O mesmo evento pode chegar mais de uma vez, sempre com o mesmo `webhook-id`: guarde os ids que já tratou.',
    'Os eventos de um registro chegam na ordem em que aconteceram: o seguinte espera o anterior ser entregue ou abandonado. Entre registros diferentes não há ordem.',
    `Entregas ficam visíveis por ${DELIVERY_DAYS} dias, com o que foi enviado e respondido, e podem ser reenviadas, uma ou todas as falhas.`,
    `Ao trocar o segredo, o anterior assina junto por ${OLD_SECRET_HOURS} horas: o cabeçalho traz duas assinaturas, separadas por espaço; basta uma conferir.`,
    'O endereço precisa ser https, na porta 443 ou 8443, com certificado válido. Redes internas não são chamadas.',
    'O evento de teste (`webhook.test`, com `test: true`) é tentado uma vez só.',
  ]),
  html`<h3>Eventos</h3>`,
  table(
    ['Do quê', 'Tipos'],
    EVENT_GROUPS.map(({ label, types }) => [label, types.map((type) => `\`${type}\``).join(', ')]),
  ),
];
