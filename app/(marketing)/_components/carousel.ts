import EmblaCarousel, { type EmblaCarouselType } from 'embla-carousel';

const SHOWN_MS = 8000;
const CALM = '(prefers-reduced-motion: reduce)';

/**
 * Shows the slides of `root` one at a time, in a loop, until `signal` aborts. Slides advance automatically unless the
 * reader prefers reduced motion, pause while hovered or focused, and stop once the reader chooses a slide (WCAG 2.2.2).
 */
export function startCarousel(root: HTMLElement, signal: AbortSignal): void {
  if (signal.aborted) return;
  const embla = EmblaCarousel(part(root, 'viewport'), {
    loop: true,
    watchDrag: (_, event) => !(event instanceof MouseEvent), // a mouse drag selects text
    breakpoints: { [CALM]: { duration: 0 } },
  });
  let isOwnStep = false;
  const step = () => {
    isOwnStep = true;
    embla.scrollNext();
    isOwnStep = false;
  };
  const rotation = createRotation(SHOWN_MS, step, (changed) => showRotation(root, changed));

  showSelected(root, embla);
  embla.on('select', () => {
    showSelected(root, embla);
    if (isOwnStep) return;
    rotation.rest('chosen', true);
    announce(root, embla);
  });
  bindControls(root, embla, rotation, signal);
  bindRests(root, rotation, signal);
  signal.addEventListener('abort', () => {
    rotation.end();
    embla.destroy();
  });
}

function part(root: HTMLElement, name: 'viewport' | 'previous' | 'next' | 'toggle' | 'status'): HTMLElement {
  const found = root.querySelector<HTMLElement>(`[data-carousel="${name}"]`);
  if (!found) throw new Error(`The carousel has no ${name}.`);
  return found;
}

function showSelected(root: HTMLElement, embla: EmblaCarouselType) {
  const selected = embla.selectedScrollSnap();
  embla.slideNodes().forEach((slide, index) => (slide.inert = index !== selected));
  root.dataset.selected = String(selected + 1);
}

function announce(root: HTMLElement, embla: EmblaCarouselType) {
  const slide = embla.slideNodes()[embla.selectedScrollSnap()];
  part(root, 'status').textContent = `${slide?.ariaLabel}: ${slide?.innerText}`;
}

function showRotation(root: HTMLElement, rotation: Rotation) {
  root.dataset.turning = String(rotation.isTurning());
  part(root, 'status').ariaLive = rotation.isTurning() ? 'off' : 'polite';
  const toggle = part(root, 'toggle');
  toggle.ariaLabel = rotation.isStopped() ? 'Play' : 'Pause';
  toggle.toggleAttribute('data-stopped', rotation.isStopped());
}

function bindControls(root: HTMLElement, embla: EmblaCarouselType, rotation: Rotation, signal: AbortSignal) {
  const previous = () => embla.scrollPrev();
  const next = () => embla.scrollNext();
  part(root, 'previous').addEventListener('click', previous, { signal });
  part(root, 'next').addEventListener('click', next, { signal });
  part(root, 'toggle').addEventListener(
    'click',
    () => (rotation.isStopped() ? rotation.play() : rotation.rest('chosen', true)),
    { signal },
  );
  root.addEventListener(
    'keydown',
    (event) => {
      const move = { ArrowLeft: previous, ArrowRight: next }[event.key];
      if (!move || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      move();
    },
    { signal },
  );
}

function bindRests(root: HTMLElement, rotation: Rotation, signal: AbortSignal) {
  const viewport = part(root, 'viewport');
  viewport.addEventListener('pointerenter', () => rotation.rest('hovered', true), { signal });
  viewport.addEventListener('pointerleave', () => rotation.rest('hovered', false), { signal });
  root.addEventListener('focusin', () => rotation.rest('focused', true), { signal });
  root.addEventListener(
    'focusout',
    ({ relatedTarget }) => {
      const stays = relatedTarget instanceof Node && root.contains(relatedTarget);
      if (!stays) rotation.rest('focused', false);
    },
    { signal },
  );

  const calm = matchMedia(CALM);
  rotation.rest('calm', calm.matches);
  calm.addEventListener('change', () => rotation.rest('calm', calm.matches), { signal });

  const observer = new IntersectionObserver(
    (entries) => rotation.rest('unseen', !entries.some(({ isIntersecting }) => isIntersecting)),
    { threshold: 0.25 },
  );
  observer.observe(viewport);
  signal.addEventListener('abort', () => observer.disconnect());
}

/** Why the rotation pauses: the reader's choice, hover, focus, off screen, or reduced motion. */
type Rest = 'chosen' | 'hovered' | 'focused' | 'unseen' | 'calm';

type Rotation = ReturnType<typeof createRotation>;

/**
 * Calls `step` every `intervalMs` unless paused, and `onChange` after each change of the reasons to pause. Starts
 * paused, as if off screen (`unseen`).
 */
function createRotation(intervalMs: number, step: () => void, onChange: (rotation: Rotation) => void) {
  const rests = new Set<Rest>(['unseen']);
  let timer: ReturnType<typeof setInterval> | undefined;
  const update = () => {
    clearInterval(timer);
    timer = rests.size === 0 ? setInterval(step, intervalMs) : undefined;
    onChange(rotation);
  };
  const rotation = {
    isTurning: () => rests.size === 0,
    isStopped: () => rests.has('chosen'),
    rest(reason: Rest, applies: boolean) {
      if (applies === rests.has(reason)) return;
      if (applies) rests.add(reason);
      else rests.delete(reason);
      update();
    },
    /** For a press of Play: the rotation continues although the reader hovers over it or has the focus in it. */
    play() {
      for (const reason of ['chosen', 'hovered', 'focused'] as const) rests.delete(reason);
      update();
    },
    end: () => clearInterval(timer),
  };
  return rotation;
}
