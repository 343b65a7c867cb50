import { html, rich, type Html } from './html.ts';

/** Items with marked words. */
export const list = (items: readonly string[]): Html =>
  html`<ul>
    ${items.map((item) => html`<li>${rich(item)}</li>`)}
  </ul>`;
/** Paragraphs. */
export const text = (...paragraphs: string[]): Html[] => paragraphs.map((one) => html`<p>${rich(one)}</p>`);
/** A block of code. */
export const code = (content: string): Html => html`<pre tabindex="0"><code>${content}</code></pre>`;

/** A table that scrolls sideways. */
export const table = (heads: readonly string[], rows: readonly (readonly string[])[]): Html =>
  html`<div class="scroll" tabindex="0">
    <table>
      <thead>
        <tr>
          ${heads.map((head) => html`<th scope="col">${head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${row.map((cell) => html`<td>${rich(cell)}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
