import type { Item } from './mask.ts';
import type { Direction } from './periods.ts';
import type { NameKind, Slots } from './reading.ts';

/**
 * One thing that a person may want of the assistant. A new one is a file in `intents/` with its own examples, its entry
 * in `intents/index.ts`, and the file that answers it in `gateway/assistant/ask/answers/`.
 */
export interface Intent {
  name: string;
  /**
   * Words by which it is recognized, as parts of a regular expression over lower-case words without accents, each
   * between blanks. The longest cue of all intents wins; slots stand in it as <period>, <amount>, <number>, <times>.
   */
  cues: readonly string[];
  /** What the cue alone says. */
  given?: Slots | ((cue: RegExpExecArray, items: readonly Item[]) => Slots);
  /** What the cue is about, for intents with several meanings. */
  topic?: (cue: RegExpExecArray) => string;
  /** Kinds of names that it takes, the likelier first; a name of another kind is not understood. */
  names: readonly NameKind[];
  /** Whether times without a year lie behind or ahead; of lists, months that are nearer. */
  towards: Direction | 'nearest';
  /** Slots that it takes; any other one is not understood. */
  takes: readonly (keyof Slots)[];
  /** Words that are part of names here, and mean nothing more elsewhere. */
  meant?: string;
  /** Words that mean nothing more here. */
  idle?: string;
  /** True when words that are left over are its content, as in "cadastrar fornecedor Areial do Vale". */
  keepsText?: boolean;
  /** Sentences that it answers, shown as examples and tested. */
  examples: readonly string[];
}

export const intent = (definition: Intent): Intent => definition;
