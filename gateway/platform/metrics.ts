import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Gauge, Histogram, type Registry } from 'prom-client';
import { countRequests, requestDuration, onRequestEnd } from '#schema/platform/requests.ts';
import { operationNames } from '../generated/operations.ts';
import type { Operation } from './operation.ts';
import type { Transport } from '../rest/transport.ts';

const REQUESTS = requestDuration('prumo_gateway_request_duration_seconds');
const CALLS = [0, 1, 2, 3, 4, 6, 8, 12, 20, 50];

/**
 * Returns the route label: one for all files of the build, and one for all paths of the web client, which are
 * arbitrary.
 */
const routeOf = ({ routeOptions: { url } }: FastifyRequest): string => {
  if (url === undefined) return 'screen';
  return /\.\w+$/.test(url) ? 'file' : url;
};

const labelsOf = (request: FastifyRequest) => {
  const route = routeOf(request);
  return { method: route === 'screen' ? '' : request.method, route };
};

/**
 * Returns the operation label: the name of a known operation of the web client, else 'other', since names from clients
 * are arbitrary.
 */
const nameOf = ({ name }: Operation): string => (name !== null && operationNames.has(name) ? name : 'other');

const FAULTS = new Set(['INTERNAL', 'UNAVAILABLE']);
const outcomeOf = ({ codes }: Operation): string => {
  if (codes.length === 0) return 'ok';
  return codes.some((code) => FAULTS.has(code)) ? 'failed' : 'refused';
};

const measureOperations = (app: FastifyInstance, registry: Registry): void => {
  const operations = new Histogram({
    name: 'prumo_gateway_operation_duration_seconds',
    help: 'GraphQL operations by name, kind and outcome: ok, refused, failed, aborted',
    labelNames: ['operation', 'kind', 'outcome'] as const,
    buckets: REQUESTS.buckets,
    registers: [registry],
  });
  const calls = new Histogram({
    name: 'prumo_gateway_operation_rest_calls',
    help: 'REST calls that one GraphQL operation made',
    labelNames: ['operation'] as const,
    buckets: CALLS,
    registers: [registry],
  });
  onRequestEnd(app, ({ operation }, _reply, { outcome, milliseconds }) => {
    if (!operation) return;
    const name = nameOf(operation);
    const kind = operation.kind ?? 'none';
    const ended = outcome === 'aborted' ? outcome : outcomeOf(operation);
    operations.observe({ operation: name, kind, outcome: ended }, milliseconds / 1000);
    calls.observe({ operation: name }, operation.restCalls);
  });
};

const measureCalls = (transport: Transport, registry: Registry): void => {
  const duration = new Histogram({
    name: 'prumo_gateway_rest_call_duration_seconds',
    help: 'REST calls by service and class of status; timeout and unreachable for those without an answer',
    labelNames: ['service', 'status'] as const,
    buckets: REQUESTS.buckets,
    registers: [registry],
  });
  transport.onCall = (service, status, seconds) => duration.observe({ service, status }, seconds);
  new Gauge({
    name: 'prumo_gateway_service_connections',
    help: 'Connections to the services: all, idle, and calls that wait for one',
    labelNames: ['state'] as const,
    registers: [registry],
    collect() {
      const { total, idle, waiting } = transport.connections();
      this.set({ state: 'total' }, total);
      this.set({ state: 'idle' }, idle);
      this.set({ state: 'waiting' }, waiting);
    },
  });
};

/** Currently open sockets and subscriptions. */
export interface OpenSockets {
  sockets: number;
  subscriptions: number;
}

const measureSockets = (open: () => OpenSockets, registry: Registry): void => {
  const registerGauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  registerGauge('prumo_gateway_sockets', 'Open WebSockets', () => open().sockets);
  registerGauge('prumo_gateway_subscriptions', 'Subscriptions on them', () => open().subscriptions);
};

/** Registers the gateway's metrics: requests, operations, REST calls and sockets. Does nothing without a registry. */
export const measure = (
  app: FastifyInstance,
  parts: { transport: Transport; open: () => OpenSockets },
  registry: Registry | undefined,
): void => {
  if (!registry) return;
  countRequests(app, new Histogram({ ...REQUESTS, registers: [registry] }), labelsOf);
  measureOperations(app, registry);
  measureCalls(parts.transport, registry);
  measureSockets(parts.open, registry);
};
