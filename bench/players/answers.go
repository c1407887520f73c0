package main

import (
	"fmt"
	"net/url"
	"strconv"
)

var (
	inputTags  = []string{"XMOS", "BT", "SPDIF", "RCA"}
	outputTags = []string{"XLR", "RCA", "SPDIF", "USB"}
)

type object map[string]any

func status(code int) object { return object{"status": code} }

func trackTitle(entry int) string { return fmt.Sprintf("Track %d", entry) }

func (p *player) filmTitle() string { return fmt.Sprintf("Film %d of player %d", p.film, p.number) }

func (p *player) answer(path string, query url.Values) any {
	hasVideo := p.kind == "video"
	switch path {
	case "/DeviceControlCenter/getModel":
		return p.model()
	case "/DeviceMusicControl/v2/getInputAndOutputList":
		return p.routing()
	case "/DeviceMusicControl/v2/setInputList":
		return p.selected(&p.input, inputTags, query.Get("tag"))
	case "/DeviceMusicControl/v2/setOutInputList":
		return p.selected(&p.output, outputTags, query.Get("tag"))
	case "/DeviceMusicControl/v2/getState":
		return p.state()
	case "/DeviceMusicControl/v2/getPlayQueue":
		return p.playQueue()
	case "/DeviceMusicControl/v2/getPowerOption":
		return object{"status": 200, "data": []object{{"name": "Power off", "tag": "poweroff"}, {"name": "Reboot", "tag": "reboot"}}}
	case "/DeviceVideoPlay/getPlayStatus":
		if hasVideo {
			return p.playStatus()
		}
	case "/DeviceVideoPlay/getPlaylist":
		if hasVideo {
			return p.playlist()
		}
	case "/DeviceVideoPlay/getSubtitleList":
		if hasVideo {
			return object{"status": 200, "subtitles": []object{{"index": 1, "title": "English"}, {"index": 2, "title": "French"}}}
		}
	case "/DeviceVideoPlay/getAudioList":
		if hasVideo {
			return object{"status": 200, "subtitles": []object{{"index": 0, "title": "English 5.1"}}}
		}
	}
	return status(801)
}

func (p *player) selected(current *int, tags []string, tag string) object {
	for index, known := range tags {
		if known == tag {
			*current = index
			return p.routing()
		}
	}
	return status(805)
}

func (p *player) mac() string {
	return fmt.Sprintf("02:00:00:00:%02x:%02x", p.number/256, p.number%256)
}

func (p *player) model() object {
	return object{"status": 200, "model": "Model " + p.kind, "net_mac": p.mac(), "firmware": "v1.1.50", "ableRemoteBoot": true}
}

func (p *player) routing() object {
	inputs := []object{}
	for index, tag := range inputTags {
		inputs = append(inputs, object{
			"name": "Input " + tag, "tag": tag, "isEdit": false, "index": index,
			"icon":       "/SystemSettings/getItemSettingIcon?iconName=" + tag + ".png",
			"selecticon": "/SystemSettings/getItemSettingIcon?iconName=" + tag + "_select.png",
		})
	}
	outputs := []object{}
	for _, tag := range outputTags {
		outputs = append(outputs, object{
			"name": "Output " + tag, "tag": tag, "enable": true,
			"icon":       "/SystemSettings/getItemSettingIcon?iconName=out_" + tag + ".png",
			"selecticon": "/SystemSettings/getItemSettingIcon?iconName=out_" + tag + "_select.png",
		})
	}
	return object{
		"status": 200, "inputData": inputs, "inputIndex": p.input, "outputData": outputs, "outputIndex": p.output,
		"outputInfo": object{
			"vidPid": "", "name": "", "format": "PCM 32bit\nDSD512", "sampleRate": "768000 Hz", "infolist": []object{},
			"isConnect": true, "setUrl": "/SystemSettings/audioSettings/getOutputOption", "title": outputTags[p.output], "option": 3,
		},
	}
}

const trackMs = 240_000

// state is the answer about music. Its size is that of a real one: the picture and the flags make most of it.
func (p *player) state() object {
	entry := p.queue[p.track]
	state := object{
		"state": p.music, "position": 0, "duration": 0, "trackIndex": p.track, "loopModel": 0, "mqaMode": 0, "currentOutput": 44100,
	}
	if p.music != 0 {
		state["position"] = p.musicClock.position().Milliseconds() % trackMs
		state["duration"] = trackMs
		state["playingMusic"] = object{
			"id": 1000 + entry, "type": 1, "title": trackTitle(entry), "artist": "Artist", "album": "Album", "extension": "flac",
			"favor": false, "audioType": 0, "channels": 2, "sampleRate": "44.1 kHz", "sampleRateNumber": "44100",
			"bitrate": "1.41 Mbps", "bits": "16", "albumArt": "/DeviceMusicControl/v2/getImage?id=" + strconv.Itoa(1000+entry),
		}
	}
	if p.kind == "video" {
		return state
	}
	state["playType"] = 5
	state["everSoloPlayInfo"] = object{
		"playType": 5, "playStatus": map[int]int{0: 0, 3: 1, 4: 2}[p.music], "playTypeSubtitle": "LOCAL", "currentPosition": state["position"],
		"duration": state["duration"], "isCanSeek": true, "isCanChangePlayStatus": true, "isCanLastPlay": true, "isCanNextPlay": true,
		"hasQueue": true, "iShowAlbumIcon": true, "iShowCurrentPosition": true, "iShowDuration": true, "isOutInfoEnabel": true,
		"everSoloPlayAudioInfo":  object{"audioBitrate": 0, "audioBitsPerSample": 0, "audioChannels": 0, "audioSampleRate": 0},
		"everSoloPlayOutputInfo": object{"outPutBits": 0, "outPutChannels": 0, "outPutDecodec": "PCM", "outPutSampleRate": 44100},
	}
	volume := object{"maxVolume": 120, "minVolume": 0, "currenttVolume": p.volume, "isMute": p.isMuted}
	if p.kind == "audio" {
		volume["volumeTag"] = outputTags[p.output]
		volume["intputTag"] = inputTags[p.input] + "-" + inputTags[p.input]
		state["playQueueChangedTime"] = p.queueAt
		state["updateQueue"] = 0
	}
	state["volumeData"] = volume
	return state
}

func (p *player) playQueue() object {
	entries := []object{}
	for position, entry := range p.queue {
		entries = append(entries, object{
			"id": 1000 + entry, "title": trackTitle(entry), "artist": "Artist", "album": "Album", "duration": trackMs, "SampleRate": 44100,
			"bits": 16, "channels": 2, "bitrate": 1411200, "extension": "flac", "uri": fmt.Sprintf("/music/%d.flac", entry),
			"exist": true, "active": p.music != 0 && position == p.track,
		})
	}
	return object{"id": 1, "start": 0, "count": -1, "total": len(entries), "array": entries}
}

func (p *player) playStatus() object {
	if p.video < 0 {
		return status(806)
	}
	subtitle := object{"index": p.subtitle, "information": p.subtitleText()}
	return object{
		"status": 200,
		"video": object{
			"status": p.video, "title": p.filmTitle(), "path": "/data/films/" + p.filmTitle() + ".mkv",
			"currentPosition": p.filmClock.position().Milliseconds(), "duration": 6_905_000, "width": 3840, "height": 2160, "fps": 23.976,
			"formt": "H.265", "filesize": "20,76 GiB", "bitrate": "25,0 Mb/s", "output": "3840x2160P @ 60Hz  RGB  8 Bits",
			"subtitleInfo": subtitle["information"], "audioInfo": "English 5.1 (1/1)",
		},
		"subtitle": subtitle,
		"audio":    object{"index": 0, "information": "English 5.1 (1/1)"},
		"playMode": object{"index": 0, "information": "All"},
		"zoom":     object{"index": 1, "information": "Fit"},
		"3D":       object{"index": 0, "information": "2D", "isMvc3D": false},
	}
}

func (p *player) playlist() object {
	if p.video < 0 {
		return status(806)
	}
	entries := []object{{"title": p.filmTitle(), "index": 0}, {"title": "Trailer", "index": 1}}
	return object{"status": 200, "size": len(entries), "currentIndex": 0, "playlist": entries}
}
