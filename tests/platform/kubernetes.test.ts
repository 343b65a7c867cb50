import { describe, expect, test } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap';
import { Service } from 'kubernetes-models/v1/Service';
import { parse, parseAllDocuments } from 'yaml';

const FOLDER = 'deploy/kubernetes';
/** Kinds whose schema is at hand; another one in the folder has to be added here. */
const KINDS = { Deployment, NetworkPolicy, PodDisruptionBudget, ConfigMap, Service };

interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels: Record<string, string> };
}

const textOf = (file: string): string => readFileSync(`${FOLDER}/${file}`, 'utf8');
const documentsOf = (text: string): Manifest[] =>
  parseAllDocuments(text).map((document) => {
    if (document.errors.length > 0) throw document.errors[0];
    return document.toJS() as Manifest;
  });

/** A copy that notes which of its fields nobody has read. */
const watched = (value: unknown, path: string, unread: Set<string>): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  const copy: object = Array.isArray(value) ? [] : {};
  for (const [key, inner] of Object.entries(value)) {
    unread.add(`${path}/${key}`);
    Reflect.set(copy, key, watched(inner, `${path}/${key}`, unread));
  }
  return new Proxy(copy, {
    get: (target, key) => {
      unread.delete(`${path}/${String(key)}`);
      return Reflect.get(target, key) as unknown;
    },
  });
};

/**
 * What the schema of Kubernetes finds wrong. The schemas allow unknown fields, which kubectl refuses: those are the fields that no
 * validator reads.
 */
const problemsOf = (manifest: Manifest): string[] => {
  const model = Object.entries(KINDS).find(([kind]) => kind === manifest.kind)?.[1];
  if (!model) return [`no schema of ${manifest.kind}`];
  const unread = new Set<string>();
  try {
    model.prototype.validate.call(watched(manifest, '', unread) as never);
  } catch (error) {
    return [String(error)];
  }
  return [...unread].map((path) => `unknown field ${path}`);
};

const files = readdirSync(FOLDER);
const all = files.flatMap((file) => documentsOf(textOf(file)));
const ofKind = <T>(kind: string): T[] => all.filter((one) => one.kind === kind) as T[];

describe('The check of manifests', () => {
  const text = textOf('services.yaml');
  const found = (from: string, to: string): string => {
    expect(text).toContain(from);
    return documentsOf(text.replace(from, to)).flatMap(problemsOf).join('\n');
  };

  test.each([
    [
      'a field that does not exist',
      'readOnlyRootFilesystem: true',
      'readOnlyRootFileSystem: true',
      '/readOnlyRootFileSystem',
    ],
    [
      'a field at the wrong place',
      'automountServiceAccountToken',
      'readinessProbe',
      '/spec/template/spec/readinessProbe',
    ],
    ['a text for a number', 'replicas: 2', "replicas: 'two'", 'replicas'],
    ['a number for a text', "value: '4001'", 'value: 4001', 'value'],
    ['a quantity that cannot be read', 'cpu: 500m', 'cpu: half', 'cpu'],
    ['a required field that is missing', 'containerPort: 4001', 'hostPort: 4001', 'containerPort'],
    ['a version of an API that does not exist', 'apiVersion: policy/v1', 'apiVersion: policy/v2', 'apiVersion'],
    ['a kind without a schema', 'kind: Service', 'kind: Servico', 'no schema of Servico'],
  ])('finds %s', (_what, from, to, problem) => {
    expect(found(from, to)).toContain(problem);
  });
});

interface Probe {
  httpGet: { path: string; port: string };
}
interface Container {
  command: string[];
  image: string;
  ports: { name: string; containerPort: number }[];
  env: { name: string; value: string }[];
  envFrom: { configMapRef?: { name: string }; secretRef?: { name: string } }[];
  resources: { limits: Record<string, string>; requests: Record<string, string> };
  securityContext: Record<string, unknown>;
  startupProbe: Probe;
  livenessProbe: Probe;
  readinessProbe: Probe;
  volumeMounts: { mountPath: string }[];
}
type Deployed = Manifest & {
  spec: {
    replicas: number;
    strategy: object;
    selector: { matchLabels: Record<string, string> };
    template: {
      metadata: { labels: Record<string, string> };
      spec: {
        containers: Container[];
        securityContext: Record<string, unknown>;
        terminationGracePeriodSeconds: number;
      };
    };
  };
};

const deployments = ofKind<Deployed>('Deployment');
const parts = deployments.map(({ metadata, spec }) => {
  const [container] = spec.template.spec.containers;
  if (!container) throw new Error(`${metadata.name} has no container`);
  return { name: metadata.name, spec, pod: spec.template.spec, labels: spec.template.metadata.labels, container };
});
const settingsOf = ({ env, envFrom }: Container): string[] => [
  ...env.map(({ name }) => name),
  ...ofKind<Manifest & { data: Record<string, string> }>('ConfigMap')
    .filter(({ metadata }) => envFrom.some(({ configMapRef }) => configMapRef?.name === metadata.name))
    .flatMap(({ data }) => Object.keys(data)),
];
const selects = (selector: Record<string, string>, labels: Record<string, string>): boolean =>
  Object.entries(selector).every(([key, value]) => labels[key] === value);

describe('The manifests', () => {
  test('are what the schemas of Kubernetes say', () => {
    expect(all.map(({ kind }) => kind).sort()).toEqual([
      'ConfigMap',
      ...['Deployment', 'Deployment', 'NetworkPolicy', 'NetworkPolicy'],
      ...['PodDisruptionBudget', 'PodDisruptionBudget', 'Service', 'Service'],
    ]);
    expect(all.flatMap(problemsOf)).toEqual([]);
  });

  test('set what README.md lists, and what docker-compose.yml gives each part', () => {
    const readme = readFileSync('README.md', 'utf8');
    const compose = parse(readFileSync('docker-compose.yml', 'utf8')) as {
      services: Record<string, { environment: object }>;
    };
    /** Of the secret, or left at its default of one process for each pod. */
    const elsewhere = ['DATABASE_URL', 'SMTP_URL', 'PROCESSES'];
    for (const { container, name } of parts) {
      const settings = settingsOf(container);
      expect([name, settings.filter((one) => !readme.includes(`\`${one}\``))]).toEqual([name, []]);
      const wanted = Object.keys(compose.services[name.replace('prumo-', '')]?.environment ?? {});
      expect(wanted.length).toBeGreaterThan(3);
      expect([name, wanted.filter((one) => !settings.includes(one) && !elsewhere.includes(one))]).toEqual([name, []]);
    }
    expect(parts.map(({ container }) => container.envFrom.some(({ secretRef }) => secretRef))).toEqual([false, true]);
  });

  test('start what the build makes, two of each, with the same image', () => {
    const dockerfile = readFileSync('Dockerfile', 'utf8');
    const composed = readFileSync('docker-compose.yml', 'utf8');
    expect(parts.map(({ container }) => container.command.join(' '))).toEqual([
      'node --max-semi-space-size=64 dist/gateway.js',
      'node --max-semi-space-size=64 dist/services.js',
    ]);
    expect(dockerfile).toContain(`CMD ["node", "--max-semi-space-size=64", "dist/gateway.js"]`);
    expect(composed).toContain(`['node', '--max-semi-space-size=64', 'dist/services.js']`);
    expect(new Set(parts.map(({ container }) => container.image)).size).toBe(1);
    expect(parts.map(({ spec }) => spec.replicas)).toEqual([2, 2]);
    // An old version does not run beside a newer database.
    expect(parts.map(({ spec }) => spec.strategy)).toEqual([
      { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } },
      { type: 'Recreate' },
    ]);
  });

  test('probe addresses that both parts answer, on a port of theirs', () => {
    const answered = ['gateway/http/health.ts', 'services/platform/http/server.ts'].map((file) =>
      readFileSync(file, 'utf8'),
    );
    for (const { container } of parts) {
      const { startupProbe, livenessProbe, readinessProbe, ports } = container;
      const asked = [startupProbe, livenessProbe, readinessProbe].map(({ httpGet }) => httpGet);
      expect(asked.map(({ path }) => path)).toEqual(['/healthz', '/healthz', '/readyz']);
      for (const { path, port } of asked) {
        expect(ports.map(({ name }) => name)).toContain(port);
        for (const source of answered) expect(source).toContain(`app.get('${path}'`);
      }
    }
  });

  test('run as a user who is not root, and write nowhere but in folders of their own', () => {
    for (const { pod, container } of parts) {
      expect(pod.securityContext).toMatchObject({
        runAsNonRoot: true,
        runAsUser: 1000,
        seccompProfile: { type: 'RuntimeDefault' },
      });
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(container.volumeMounts.map(({ mountPath }) => mountPath)).toEqual(['/data', '/tmp']);
      expect(Object.keys(container.resources.requests)).toEqual(['cpu', 'memory']);
      expect(Object.keys(container.resources.limits)).toEqual(['memory']);
      // 20 s for the running requests (docs/operations.md), and 5 s before.
      expect(pod.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(25);
    }
  });

  test('reach the pods of each part by a Service, and keep one of them through a drain', () => {
    const services = ofKind<
      Manifest & { spec: { selector: Record<string, string>; ports: { port: number; targetPort: string }[] } }
    >('Service');
    const budgets = ofKind<
      Manifest & { spec: { maxUnavailable: number; selector: { matchLabels: Record<string, string> } } }
    >('PodDisruptionBudget');
    for (const { name, spec, labels, container } of parts) {
      const others = parts.filter((one) => one.name !== name);
      const service = services.find(({ metadata }) => metadata.name === name)?.spec;
      const budget = budgets.find(({ metadata }) => metadata.name === name)?.spec;
      for (const selector of [service?.selector, budget?.selector.matchLabels, spec.selector.matchLabels]) {
        expect([name, selects(selector ?? { no: 'selector' }, labels)]).toEqual([name, true]);
        expect(others.some((one) => selects(selector ?? {}, one.labels))).toBe(false);
      }
      const port = service?.ports.find(({ targetPort }) => targetPort === 'http')?.port;
      expect(port).toBe(container.ports.find((one) => one.name === 'http')?.containerPort);
      expect(budget?.maxUnavailable).toBe(1);
    }
    const gateway = parts.find(({ name }) => name === 'prumo-gateway')?.container;
    expect(gateway?.env).toContainEqual({ name: 'FINANCIAL_URL', value: 'http://prumo-services:4001' });
  });

  test('let gateways alone call the services', () => {
    const policies = ofKind<
      Manifest & {
        spec: {
          podSelector: { matchLabels: Record<string, string> };
          policyTypes: string[];
          ingress: { from?: { podSelector?: { matchLabels: Record<string, string> } }[]; ports: { port: string }[] }[];
        };
      }
    >('NetworkPolicy');
    const [gateway, services] = parts;
    const policy = policies.find(({ spec }) => selects(spec.podSelector.matchLabels, services?.labels ?? {}))?.spec;
    expect(policy?.policyTypes).toEqual(['Ingress']);
    const rules = policy?.ingress.filter(({ ports }) => ports.some(({ port }) => port === 'http')) ?? [];
    const allowed = rules.flatMap(({ from }) => from ?? [{}]);
    expect(allowed).toHaveLength(1);
    expect(selects(allowed[0]?.podSelector?.matchLabels ?? { nobody: '' }, gateway?.labels ?? {})).toBe(true);
  });
});
