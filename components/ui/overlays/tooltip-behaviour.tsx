'use client';

import { useEffect } from 'react';

const SHOW_AFTER_MS = 100;
/** Long enough to move the pointer from a trigger onto its text (WCAG 1.4.13: hoverable). */
const HIDE_AFTER_MS = 200;

/** Hover, focus and Escape for all tooltips of the page. All instances share one set of listeners. */
export function TooltipBehaviour() {
  useEffect(join, []);
  return null;
}

let members = 0;
let leave = new AbortController();
let timer: ReturnType<typeof setTimeout> | undefined;
let shown: { trigger: Element; text: HTMLElement } | null = null;

function join() {
  if (++members === 1) listen();
  return () => {
    if (--members === 0) leave.abort();
  };
}

function listen() {
  leave = new AbortController();
  const { signal } = leave;
  document.addEventListener('pointerover', onPointerOver, { signal });
  document.addEventListener('pointerout', onPointerOut, { signal });
  document.addEventListener('focusin', onFocusIn, { signal });
  document.addEventListener('focusout', () => later(hideUnlessWanted, 0), { signal });
  document.addEventListener('click', onClick, { signal });
  // Captured on the window, so that the first Escape closes the tooltip and not a dialog.
  window.addEventListener('keydown', onKeyDown, { signal, capture: true });
}

function onPointerOver({ target, pointerType }: PointerEvent) {
  const trigger = triggerAt(target);
  if (pointerType === 'touch') return;
  if (trigger) later(() => show(trigger), SHOW_AFTER_MS);
  else if (target instanceof Node && shown?.text.contains(target)) clearTimeout(timer);
}

function onPointerOut({ target }: PointerEvent) {
  if (triggerAt(target) || (target instanceof Node && shown?.text.contains(target)))
    later(hideUnlessWanted, HIDE_AFTER_MS);
}

function onFocusIn({ target }: FocusEvent) {
  const trigger = triggerAt(target);
  if (trigger?.matches(':focus-visible')) show(trigger);
}

/** A mouse shows the text by hovering. Touch and keyboard toggle it. */
function onClick(event: PointerEvent) {
  const trigger = triggerAt(event.target);
  if (!trigger) return;
  event.preventDefault();
  if (event.pointerType !== 'mouse' && isShown() && shown?.trigger === trigger) hide();
  else show(trigger);
}

function onKeyDown(event: KeyboardEvent) {
  if (event.key !== 'Escape' || !isShown()) return;
  hide();
  event.preventDefault();
  event.stopPropagation();
}

function show(trigger: HTMLElement) {
  clearTimeout(timer);
  const text = document.getElementById(trigger.getAttribute('popovertarget') ?? '');
  if (!text || (isShown() && shown?.trigger === trigger)) return;
  hide();
  text.showPopover({ source: trigger });
  shown = { trigger, text };
}

function hide() {
  clearTimeout(timer);
  if (isShown()) shown?.text.hidePopover();
}

function hideUnlessWanted() {
  if (!shown?.trigger.matches(':hover, :focus-visible') && !shown?.text.matches(':hover')) hide();
}

function later(action: () => void, delayMs: number) {
  clearTimeout(timer);
  timer = setTimeout(action, delayMs);
}

const isShown = () => shown?.text.matches(':popover-open') ?? false;
const triggerAt = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('.tip') : null;
