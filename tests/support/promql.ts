import { parser } from '@prometheus-io/lezer-promql';

interface Matcher {
  label: string;
  operator: string;
  value: string;
}

export interface Selector {
  metric: string;
  matchers: Matcher[];
}

/** What an expression of PromQL names. */
export interface Named {
  /** False where the grammar of Prometheus does not read it to its end. */
  readable: boolean;
  selectors: Selector[];
  /** Labels of by, without, on and ignoring, with the selectors in the same expression. */
  groupings: { labels: string[]; selectors: Selector[] }[];
}

type Node = ReturnType<typeof parser.parse>['topNode'];

const childrenOf = (node: Node): Node[] => {
  const children: Node[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) children.push(child);
  return children;
};

const within = (node: Node, name: string): Node[] =>
  childrenOf(node).flatMap((child) => (child.name === name ? [child] : within(child, name)));

const GROUPINGS = ['AggregateModifier', 'MatchingModifierClause'];

export const namedIn = (expression: string): Named => {
  const textOf = ({ from, to }: Node): string => expression.slice(from, to);
  const selectorOf = (node: Node): Selector => ({
    metric: within(node, 'Identifier').map(textOf)[0] ?? '',
    matchers: within(node, 'UnquotedLabelMatcher').map((matcher) => {
      const [label = '', operator = '', value = ''] = childrenOf(matcher).map(textOf);
      return { label, operator, value: value.slice(1, -1) };
    }),
  });
  const named: Named = { readable: true, selectors: [], groupings: [] };
  const walk = (node: Node): void => {
    if (node.type.isError) named.readable = false;
    if (node.name === 'VectorSelector') named.selectors.push(selectorOf(node));
    if (GROUPINGS.includes(node.name) && node.parent) {
      const labels = within(node, 'LabelName').map(textOf);
      named.groupings.push({ labels, selectors: within(node.parent, 'VectorSelector').map(selectorOf) });
    }
    childrenOf(node).forEach(walk);
  };
  walk(parser.parse(expression).topNode);
  return named;
};

/** Labels of every metric that exists, by name. */
export type Known = ReadonlyMap<string, ReadonlySet<string>>;

/** What an expression names that does not exist. */
export const unknownIn = (expression: string, known: Known): string[] => {
  const { readable, selectors, groupings } = namedIn(expression);
  const lacks = ({ metric }: Selector, labels: readonly string[]): string[] =>
    labels.filter((label) => known.get(metric)?.has(label) === false).map((label) => `${metric} has no ${label}`);
  return [
    ...(readable ? [] : [`unreadable: ${expression}`]),
    ...selectors.filter(({ metric }) => !known.has(metric)).map(({ metric }) => `no metric ${metric}`),
    ...selectors.flatMap((one) =>
      lacks(
        one,
        one.matchers.map(({ label }) => label),
      ),
    ),
    ...groupings.flatMap(({ labels, selectors: grouped }) => grouped.flatMap((one) => lacks(one, labels))),
  ];
};
