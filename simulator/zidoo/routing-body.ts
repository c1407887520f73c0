import type { AudioInput, AudioOutput, AudioRouting } from "./audio-routing.ts";

export function routingBody(audio: AudioRouting): object {
  return {
    status: 200,
    ...audio.extras,
    inputData: audio.inputs.map(inputEntry),
    inputIndex: audio.inputIndex,
    outputData: audio.outputs.map(outputEntry),
    outputIndex: audio.outputIndex,
    outputInfo: outputInfo(audio.output),
  };
}

function inputEntry({ name, historyName, tag, isEdit }: AudioInput, index: number): object {
  return { name, historyName, tag, isEdit, index, ...icons(tag) };
}

function outputEntry(output: AudioOutput): object {
  return { name: output.name, tag: output.tag, enable: enableFlag(output), ...icons(`out_${output.tag}`) };
}

function enableFlag({ enabled, enableAs }: AudioOutput): boolean | number | string {
  if (enableAs === "boolean") return enabled;
  return enableAs === "number" ? Number(enabled) : String(Number(enabled));
}

function outputInfo(output: AudioOutput | undefined): object {
  const format = output?.format ?? "";
  const sampleRate = output?.sampleRate ?? "";
  return {
    vidPid: output?.attached.vidPid ?? "",
    name: output?.attached.name ?? "",
    format,
    sampleRate,
    infolist: [
      { title: "Formats：", value: format },
      { title: "Highest rate：", value: sampleRate },
    ],
    isConnect: output?.enabled ?? false,
    setUrl: output === undefined ? "" : `/SystemSettings/audioSettings/${output.settings}`,
    title: output?.title ?? "",
    option: output?.option ?? 0,
  };
}

function icons(name: string): { icon: string; selecticon: string } {
  const path = `/SystemSettings/getItemSettingIcon?iconName=${name}`;
  return { icon: `${path}.png`, selecticon: `${path}_select.png` };
}
