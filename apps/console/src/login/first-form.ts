/**
 * The sign-in form that the page itself carries: whoever waits for the scripts can type meanwhile. It sends nothing: what was
 * typed, the field in hand and a wish to enter go over to the real form as soon as that is there.
 */
const templateId = 'primeiro-acesso';
const fieldNames = ['email', 'password'] as const;

type FieldName = (typeof fieldNames)[number];

/** Doings of a person before the real form came. */
type FirstTyped = {
  readonly values: Readonly<Record<FieldName, string>>;
  readonly focused: FieldName | null;
  readonly wantsToEnter: boolean;
};

const fieldOf = (scope: ParentNode, name: FieldName): HTMLInputElement | null =>
  scope.querySelector<HTMLInputElement>(`form input[name="${name}"]`);

/** Shows the form of the page's template; a page without one stays as it is. */
export function showFirstForm(page: Document): void {
  const template = page.getElementById(templateId);
  const root = page.getElementById('root');
  if (!(template instanceof HTMLTemplateElement) || root === null) return;
  root.replaceChildren(template.content.cloneNode(true));
  const form = root.querySelector('form');
  form?.addEventListener('submit', (event) => {
    event.preventDefault();
    form.dataset.asked = 'yes';
    form.querySelector('button')?.setAttribute('aria-busy', 'true');
  });
}

/** Content of the first form; null where there is none. To be read just before something else takes its place. */
export function readFirstForm(page: Document): FirstTyped | null {
  const root = page.querySelector('#root .primeiro');
  const form = root?.querySelector('form') ?? null;
  if (root === null || form === null) return null;
  const focused = fieldNames.find((name) => fieldOf(root, name) === page.activeElement) ?? null;
  const values = { email: fieldOf(root, 'email')?.value ?? '', password: fieldOf(root, 'password')?.value ?? '' };
  return { values, focused, wantsToEnter: form.dataset.asked === 'yes' };
}

/** Puts it into the real form, as if it had been typed there. */
export function carryOver({ values, focused, wantsToEnter }: FirstTyped, page: Document): void {
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  for (const name of fieldNames) {
    const field = fieldOf(page, name);
    if (field === null || values[name] === '') continue;
    // By the setter of the element: React's own, on this one field, would take the value for known.
    set?.call(field, values[name]);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  if (focused !== null) fieldOf(page, focused)?.focus();
  // The form takes up what was typed first.
  if (wantsToEnter) setTimeout(() => fieldOf(page, 'email')?.form?.requestSubmit());
}
