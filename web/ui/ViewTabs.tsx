import { Tab, TabList } from '@fluentui/react-components';
import { useEffect, useRef } from 'react';
import { CountBadge } from './CountBadge.tsx';
import styles from './ViewTabs.module.css';

export interface ViewTab<Id extends string = string> {
  id: Id;
  label: string;
  count?: number;
  /** As of CountBadge. */
  tone?: 'neutral' | 'out' | 'warning';
}

export interface ViewTabsProps<Id extends string = string> {
  tabs: readonly ViewTab<Id>[];
  value: Id;
  onChange: (id: Id) => void;
  ariaLabel: string;
}

/** Views of one list, each with its count. */
export const ViewTabs = <Id extends string>({ tabs, value, onChange, ariaLabel }: ViewTabsProps<Id>) => {
  const select = (id: unknown) => {
    const tab = tabs.find((candidate) => candidate.id === id);
    if (tab) onChange(tab.id);
  };
  const views = useRef<HTMLDivElement>(null);
  // On a phone the views scroll; counts that arrive make them wider.
  const counts = tabs.map(({ count }) => count).join();
  useEffect(() => {
    views.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ inline: 'nearest', block: 'nearest' });
  }, [value, counts]);
  return (
    <div className={styles.scroll} ref={views}>
      <TabList selectedValue={value} aria-label={ariaLabel} onTabSelect={(_event, data) => select(data.value)}>
        {tabs.map((tab) => (
          <Tab key={tab.id} value={tab.id} className={styles.tab}>
            {tab.label}
            {tab.count !== undefined && (
              <CountBadge count={tab.count} tone={tab.count > 0 ? tab.tone : 'neutral'} className={styles.count} />
            )}
          </Tab>
        ))}
      </TabList>
    </div>
  );
};
