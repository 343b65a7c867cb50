import { onNotice, type Notice } from '#web/client/notify.ts';
import { useEffect, useState } from 'react';

const kept = 50;
const alertMilliseconds = 8000;

/** Returns the notices that the screens sent to the assistant since the page was loaded (§8). */
export const useNotices = (collapsed: boolean) => {
  const [notices, setNotices] = useState<readonly Notice[]>([]);
  const [seen, setSeen] = useState(0);
  const [alert, setAlert] = useState<Notice | null>(null);

  useEffect(
    () =>
      onNotice('assistant', (notice) => {
        setNotices((before) => [...before, notice].slice(-kept));
        if (notice.tone === 'error') setAlert(notice);
      }),
    [],
  );
  useEffect(() => {
    if (!alert) return undefined;
    const timer = setTimeout(() => setAlert(null), alertMilliseconds);
    return () => clearTimeout(timer);
  }, [alert]);

  const errors = notices.filter(({ tone }) => tone === 'error');
  const newest = errors.at(-1)?.id ?? 0;
  // Notices rendered in the open panel count as read.
  if (!collapsed && newest > seen) setSeen(newest);
  return { notices, alert: collapsed ? alert : null, unread: errors.filter(({ id }) => id > seen).length };
};
