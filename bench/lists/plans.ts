import type pg from 'pg';

/** Fields of a plan node of auto_explain that are read below. */
interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Plan Rows'?: number;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

interface Explained {
  'Query Text': string;
  Plan: PlanNode;
}

export interface StatementPlan {
  text: string;
  milliseconds: number;
  /** Big tables read by a sequential scan; not those that have no rows in this database. */
  scanned: string[];
  /** Rows read from big tables, including discarded ones. */
  rows: number;
  /** Indexes that gave rows. */
  indexes: string[];
  /** Those of them that were read without a look at their table. */
  alone: string[];
  /** Most rows that were put in order, because no index had them so. */
  sorted: number;
  /** Most rows that a cut was planned for: of the page, or a tenth of all where the plan does not know how many. */
  cut: number;
  plan: PlanNode;
}

/** Tables that grow with the books. */
const BIG = new Set([
  'transactions',
  'installments',
  'apportionments',
  'apportionment_shares',
  'document_search',
  'document_days',
  'document_lists',
  'product_definitions',
  'products',
  'product_prices',
  'product_search',
  'product_pairs',
  'task_definitions',
  'tasks',
  'task_items',
  'task_search',
  'orders',
  'order_lines',
  'order_deliveries',
  'order_delivery_lines',
  'order_commitments',
  'order_search',
  'quotes',
  'quote_lines',
  'quote_suppliers',
  'quote_answers',
  'quote_answer_lines',
  'cost_estimate_resources',
  'cost_estimate_lines',
]);

/** Rows that a node read, including discarded ones. */
const rowsOf = (node: PlanNode): number =>
  ((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)) * (node['Actual Loops'] ?? 1);

/** Rows that came into a sort, from the nodes below it. */
const sortedBy = ({ 'Node Type': type, Plans: below = [] }: PlanNode): number =>
  type.endsWith('Sort')
    ? Math.max(...below.map((node) => (node['Actual Rows'] ?? 0) * (node['Actual Loops'] ?? 1)))
    : 0;

const nodes = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodes)];

const indexesOf = (all: readonly PlanNode[]): string[] =>
  all.flatMap((node) => (node['Index Name'] && rowsOf(node) > 0 ? [node['Index Name']] : []));

const read = (message: string): StatementPlan | undefined => {
  const found = /^duration: ([\d.]+) ms {2}plan:\n(.+)$/s.exec(message);
  if (!found?.[2]) return undefined;
  const { 'Query Text': text, Plan: plan } = JSON.parse(found[2]) as Explained;
  const all = nodes(plan);
  const big = all.filter((node) => BIG.has(node['Relation Name'] ?? ''));
  return {
    text,
    plan,
    milliseconds: Number(found[1]),
    scanned: big
      .filter((node) => node['Node Type'] === 'Seq Scan' && rowsOf(node) > 0)
      .map((node) => node['Relation Name'] ?? ''),
    indexes: indexesOf(all),
    alone: indexesOf(all.filter((node) => node['Node Type'] === 'Index Only Scan')),
    sorted: Math.max(0, ...all.map(sortedBy)),
    cut: Math.max(0, ...all.map((node) => (node['Node Type'] === 'Limit' ? (node['Plan Rows'] ?? 0) : 0))),
    rows: big.reduce((total, node) => total + rowsOf(node), 0),
  };
};

/** Makes PostgreSQL send the plan of every executed statement to its client. Needs a superuser and a new connection. */
export const tellPlans = async (owner: pg.Client, database: string): Promise<void> => {
  const settings = {
    session_preload_libraries: `'auto_explain'`,
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_timing': 'off',
    // Includes statements inside functions, such as the search.
    'auto_explain.log_nested_statements': 'on',
    'auto_explain.log_format': `'json'`,
    'auto_explain.log_level': `'notice'`,
  };
  for (const [name, value] of Object.entries(settings)) {
    await owner.query(`alter database ${database} set ${name} = ${value}`);
  }
};

/** Collects the plans sent to a pool's connections; `take` returns and clears them. */
export const planReader = (pool: pg.Pool): { take: () => StatementPlan[] } => {
  let plans: StatementPlan[] = [];
  pool.on('connect', (client) => {
    client.on('notice', ({ message }) => {
      const plan = read(message ?? '');
      if (plan) plans.push(plan);
    });
  });
  return {
    take: () => {
      const taken = plans;
      plans = [];
      return taken;
    },
  };
};
