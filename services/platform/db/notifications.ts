import pg from 'pg';
import { APP_ROLE_OPTION } from './database.ts';

type Listener = (payload: string) => void;

/** Receives NOTIFY messages over a dedicated connection that reconnects automatically. */
export interface Notifications {
  /** Calls `listener` for each NOTIFY on the channel; returns a function that removes it. */
  on(channel: string, listener: Listener): () => void;
  /** Calls `listener` after a reconnect: messages sent in between are lost. */
  onReconnect(listener: () => void): () => void;
  close(): Promise<void>;
}

/** Interval and timeout of the connection check, in milliseconds. */
const PULSE = 15_000;
const PULSE_TIMEOUT = 5_000;
const FIRST_PAUSE = 200;
const LONGEST_PAUSE = 5_000;

const listenToDatabase = async (
  url: string,
  channels: readonly string[],
  log: (error: unknown) => void,
): Promise<Notifications> => {
  const listeners = new Map<string, Set<Listener>>(channels.map((channel) => [channel, new Set()]));
  const reconnected = new Set<() => void>();
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  const connect = async (): Promise<void> => {
    const next = new pg.Client({
      connectionString: url,
      options: APP_ROLE_OPTION,
      application_name: 'prumo-listen',
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
      query_timeout: PULSE_TIMEOUT,
    });
    next.on('notification', ({ channel, payload = '' }) =>
      listeners.get(channel)?.forEach((listener) => listener(payload)),
    );
    next.on('error', log);
    next.on('end', () => {
      if (client === next) reconnect(FIRST_PAUSE);
    });
    try {
      await next.connect();
      await next.query(channels.map((channel) => `listen ${pg.escapeIdentifier(channel)}`).join('; '));
    } catch (error) {
      await next.end().catch(() => undefined);
      throw error;
    }
    if (closed) await next.end();
    else client = next;
  };

  const reconnect = (pause: number): void => {
    client = undefined;
    if (closed) return;
    timer = setTimeout(() => {
      connect()
        .then(() => reconnected.forEach((listener) => listener()))
        .catch((error: unknown) => {
          log(error);
          reconnect(Math.min(pause * 2, LONGEST_PAUSE));
        });
    }, pause);
  };

  // Detects a connection that died silently; ending it triggers the reconnect.
  const pulse = setInterval(() => {
    const connection = client;
    connection?.query('select 1').catch(() => connection.end().catch(log));
  }, PULSE);
  pulse.unref();

  try {
    await connect();
  } catch (error) {
    clearInterval(pulse);
    throw error;
  }
  return {
    on(channel, listener) {
      const set = listeners.get(channel);
      if (!set) throw new Error(`nobody listens to channel ${channel}`);
      set.add(listener);
      return () => void set.delete(listener);
    },
    onReconnect(listener) {
      reconnected.add(listener);
      return () => void reconnected.delete(listener);
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      clearInterval(pulse);
      const open = client;
      client = undefined;
      await open?.end();
    },
  };
};

/** As one: what any of the databases tells is heard. */
export const listenToDatabases = async (
  urls: readonly string[],
  channels: readonly string[],
  log: (error: unknown) => void,
): Promise<Notifications> => {
  const heard: Notifications[] = [];
  const close = async (): Promise<void> => void (await Promise.all(heard.map((one) => one.close())));
  try {
    for (const url of urls) heard.push(await listenToDatabase(url, channels, log));
  } catch (error) {
    await close();
    throw error;
  }
  const onEach = (subscribe: (one: Notifications) => () => void): (() => void) => {
    const ends = heard.map(subscribe);
    return () => ends.forEach((end) => end());
  };
  return {
    on: (channel, listener) => onEach((one) => one.on(channel, listener)),
    onReconnect: (listener) => onEach((one) => one.onReconnect(listener)),
    close,
  };
};
