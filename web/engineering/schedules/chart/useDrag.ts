import type { IsoDate } from '#domain/dates.ts';
import { useEffect, useState, type PointerEvent } from 'react';
import { useStable } from '#web/form/useStable.ts';

export type DragKind = 'move' | 'resize' | 'link';

export interface Drag {
  kind: DragKind;
  id: string;
  /** Pixels since the pointer went down. */
  dx: number;
  dy: number;
  /** Where it went down, on the chart. */
  x: number;
  y: number;
}

interface DragOptions {
  onMove: (id: string, dx: number) => void;
  onResize: (id: string, dx: number) => void;
  onLink: (from: string, to: string) => void;
  onOpen: (id: string) => void;
  onOpenLink: (id: string) => void;
  enabled: boolean;
}
export type DayOfPixels = (dx: number) => IsoDate;

/** Fewer pixels than this are a click. */
const LEAST = 4;

const within = (target: EventTarget | null, name: string): string | undefined => {
  const found = target instanceof Element ? target.closest(`[data-${name}]`) : null;
  return found?.getAttribute(`data-${name}`) ?? undefined;
};

/** Dragging of bars on the chart: what follows the pointer is the only thing that is drawn until it is let go. */
export const useDrag = ({ onMove, onResize, onLink, onOpen, onOpenLink, enabled }: DragOptions) => {
  const [drag, setDrag] = useState<Drag | null>(null);

  const onPointerDown = (event: PointerEvent<SVGSVGElement>) => {
    if (event.button !== 0) return;
    const id = within(event.target, 'bar');
    const part = within(event.target, 'part');
    if (id === undefined) {
      const link = within(event.target, 'link');
      if (link !== undefined) onOpenLink(link);
      return;
    }
    if (!enabled) return;
    const kind = part === 'resize' || part === 'link' ? part : 'move';
    const box = event.currentTarget.getBoundingClientRect();
    const viewBox = event.currentTarget.viewBox.baseVal;
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrag({
      ...{ kind, id, dx: 0, dy: 0 },
      ...{ x: event.clientX - box.left + viewBox.x, y: event.clientY - box.top + viewBox.y },
    });
  };
  const onPointerMove = (event: PointerEvent<SVGSVGElement>) => {
    if (!drag) return;
    setDrag({ ...drag, dx: drag.dx + event.movementX, dy: drag.dy + event.movementY });
  };
  const onPointerUp = (event: PointerEvent<SVGSVGElement>) => {
    if (!drag) return;
    setDrag(null);
    const { kind, id, dx, dy } = drag;
    if (Math.abs(dx) < LEAST && Math.abs(dy) < LEAST) onOpen(id);
    else if (kind === 'move') onMove(id, dx);
    else if (kind === 'resize') onResize(id, dx);
    else {
      const to = within(document.elementFromPoint(event.clientX, event.clientY), 'bar');
      if (to !== undefined && to !== id) onLink(id, to);
    }
  };
  const escape = useStable((event: KeyboardEvent) => {
    if (event.key === 'Escape') setDrag(null);
  });
  const dragging = drag !== null;
  useEffect(() => {
    if (!dragging) return undefined;
    window.addEventListener('keydown', escape);
    return () => window.removeEventListener('keydown', escape);
  }, [dragging, escape]);
  return { drag, on: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: () => setDrag(null) } };
};
