// Recebe eventos: confere a assinatura (Standard Webhooks), responde logo e trata cada evento uma vez.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const key = Buffer.from(process.env.PRUMO_WEBHOOK_SECRET.replace('whsec_', ''), 'base64');
const seen = new Set();

const isGenuine = (headers, body) => {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures = '' } = headers;
  if (Math.abs(Date.now() / 1000 - Number(time)) > 300) return false;
  const wanted = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest();
  return signatures.split(' ').some((one) => {
    const given = Buffer.from(one.replace('v1,', ''), 'base64');
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  });
};

createServer(async (request, response) => {
  let body = '';
  request.setEncoding('utf8');
  for await (const chunk of request) body += chunk;
  if (!isGenuine(request.headers, body)) return response.writeHead(401).end();
  response.writeHead(204).end();
  const id = request.headers['webhook-id'];
  if (seen.has(id)) return;
  seen.add(id);
  const { type, data } = JSON.parse(body);
  console.log(type, data.number ?? data.name ?? data.id, data.url);
}).listen(Number(process.env.PORT ?? 8080));
