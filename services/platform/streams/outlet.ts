import type { ServiceError } from '../errors.ts';

/** An event of a stream. Without data it only carries the id to resume behind. */
export interface StreamEvent {
  id?: number;
  event?: string;
  data?: string;
}

/** What carries the events of one stream to its reader: a connection of its own, or a place in a gateway's channel. */
export interface Outlet {
  /** From now on, nothing is missed. */
  open(): void;
  tell(event: StreamEvent): void;
  /** Keeps a silent connection open. */
  beat(): void;
  /** Tells the reason and ends: the session ended or lost the permission. */
  refuse(refusal: ServiceError): void;
  /** Ends without a reason: the reader may open it again behind its last event. */
  end(): void;
  onClose(listener: () => void): void;
}
