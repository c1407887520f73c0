import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { FileWatch } from "../../src/ops/file-watch.ts";
import { FakeClock } from "../support/fake-clock.ts";
import { newFolder } from "../support/new-folder.ts";

describe("a watch over files", () => {
  let directory: string;
  let file: string;
  let known: Map<string, string | undefined>;
  const clock = new FakeClock();

  beforeEach(() => {
    directory = newFolder();
    file = join(directory, "config.yaml");
    writeFileSync(file, "one");
    read();
  });

  function read(): void {
    known = new Map([[file, existsSync(file) ? readFileSync(file, "utf8") : undefined]]);
  }

  function watch(onChanged: () => void): FileWatch {
    return new FileWatch({ known: () => known, clock, onChanged });
  }

  /** How often a change is told, and read, while these things happen to the file. */
  async function told(...deeds: readonly (() => void)[]): Promise<number> {
    let times = 0;
    using _watch = watch(() => {
      times += 1;
      read();
    });
    for (const deed of deeds) {
      deed();
      await clock.advance(10_000);
    }
    return times;
  }

  it("tells of a file that is written, replaced, taken away and there again, and of nothing else", async () => {
    const deeds: [string, () => void, number][] = [
      ["nothing", () => {}, 0],
      ["the same again", () => writeFileSync(file, "one"), 0],
      ["written", () => writeFileSync(file, "two"), 1],
      ["replaced by a rename", () => (writeFileSync(`${file}~`, "three"), renameSync(`${file}~`, file)), 1],
      ["taken away", () => unlinkSync(file), 1],
      ["there again", () => writeFileSync(file, "four"), 1],
    ];
    for (const [what, deed, wanted] of deeds) expect([what, await told(deed)]).toEqual([what, wanted]);
  });

  it("follows links as Kubernetes moves them", async () => {
    for (const name of ["old", "new"]) {
      mkdirSync(join(directory, name));
      writeFileSync(join(directory, name, "config.yaml"), name);
    }
    symlinkSync("old", join(directory, "..data"));
    unlinkSync(file);
    symlinkSync(join("..data", "config.yaml"), file);
    read();
    const swap = (): void => {
      symlinkSync("new", join(directory, "..tmp"));
      renameSync(join(directory, "..tmp"), join(directory, "..data"));
    };
    expect(await told(swap)).toBe(1);
  });

  it("waits until the writer has finished, and reports many changes once", async () => {
    let times = 0;
    using _watch = watch(() => (times += 1));
    for (let step = 0; step < 5; step++) {
      writeFileSync(file, "x".repeat(step + 1));
      await clock.advance(1000);
    }
    expect(times).toBe(0);
    await clock.advance(1000);
    expect(times).toBe(1);
    writeFileSync(file, "for a moment only");
    writeFileSync(file, "xxxxx");
    await clock.advance(10_000);
    expect(times).toBe(1);
  });

  it("does not tell of what was read already, be it in between or before it was there", async () => {
    const written = (): void => {
      writeFileSync(file, "two");
      read();
    };
    expect(await told(written)).toBe(0);
    writeFileSync(file, "three");
    expect(await told(() => {})).toBe(1);
  });

  it("tells of the same change again that was taken back in between", async () => {
    let times = 0;
    using _watch = watch(() => (times += 1));
    for (const content of ["two", "one", "two"]) {
      writeFileSync(file, content);
      await clock.advance(10_000);
    }
    expect(times).toBe(2);
  });

  it("looks no more when it is ended", async () => {
    expect(await told()).toBe(0);
    expect(clock.pending).toBe(0);
  });
});
