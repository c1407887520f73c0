package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"strconv"
)

var (
	inputTags  = []string{"XMOS", "BT", "SPDIF", "RCA"}
	outputTags = []string{"XLR", "RCA", "SPDIF", "USB"}
)

const (
	statePath  = "/DeviceMusicControl/v2/getState"
	inputPath  = "/DeviceMusicControl/v2/setInputList"
	outputPath = "/DeviceMusicControl/v2/setOutInputList"
)

type object map[string]any

func status(code int) object { return object{"status": code} }

func trackTitle(entry int) string { return fmt.Sprintf("Track %d", entry) }

func (p *player) filmTitle() string { return fmt.Sprintf("Film %d of player %d", p.film, p.number) }

func (p *player) answer(path string, query url.Values) any {
	hasVideo := p.kind == "video" || p.kind == "both"
	switch path {
	case "/DeviceControlCenter/getModel":
		return p.model()
	case "/DeviceMusicControl/v2/getInputAndOutputList":
		return p.routing()
	case inputPath:
		return p.selected(&p.input, inputTags, query.Get("tag"))
	case outputPath:
		return p.selected(&p.output, outputTags, query.Get("tag"))
	case statePath:
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
	if p.kind == "both" {
		state["volumeData"] = object{"maxVolume": 120, "minVolume": 0, "currenttVolume": p.volume, "isMute": p.isMuted}
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

// trackFields is the rest of an entry of the queue: real ones take about 1.4 KB.
const trackFields = `"MQAReplayGain":"","albumArtist":"Artist","artistIds":"17","date":"2020","fileName":"Track.flac",` +
	`"pinyinAlbum":"an album with a name of some length","pinyinAlbumArtist":"artist","pinyinArtist":"artist","pinyinName":"track",` +
	`"replayGainAlbum":"-6.20 dB","sources":"local","artistIdList":["17"],"MQAUiState":0,"addTime":-1,"addedTime":1700000000000,` +
	`"albumId":331,"audioType":0,"categoryIndex":0,"channels_second":0,"deviceId":0,"diskNumber":1,"endPosition":240000,"favorTime":-1,` +
	`"folderId":0,"genre":-1,"genreId":-1,"genreIndex":0,"hashcode":100000,"infoId":1000,"isCompleteScan":1,"isVa":0,` +
	`"lastPlayTime":1700000000000,"listId":1000,"modifiedTime":1700000000000,"mqaMode":0,"mqaOutSampleRate":0,"number":3,"playPoint":0,` +
	`"playTimes":0,"randomCoverIndex":3,"sort":0,"startPosition":0,"state":0,"tag":0,"errorNum":0,"type":1,"androidId":1000,` +
	`"size":51234567,"databaseId":1000,"favoriteId":-1,"cueindex":0,"exist":true,"favor":false,"isLocalCueSong":false,` +
	`"isLossless":true,"isMQA":false,"isShowQueue":true,"analyzed":true`

// playQueue is kept until the queue or the track changes: writing thousands of entries takes long.
func (p *player) playQueue() json.RawMessage {
	active := p.track
	if p.music == 0 {
		active = -1
	}
	shown := [3]int{len(p.queue), active, p.number}
	if p.queueBody != nil && p.queueShown == shown {
		return p.queueBody
	}
	var body bytes.Buffer
	fmt.Fprintf(&body, `{"id":1,"start":0,"count":-1,"total":%d,"array":[`, len(p.queue))
	for position, entry := range p.queue {
		if position > 0 {
			body.WriteByte(',')
		}
		fmt.Fprintf(&body, `{"title":"Track %d","artist":"Artist","album":"An album with a name of some length","extension":"flac",`+
			`"uri":"smb://10.0.0.7/music/Artist/An album with a name of some length/Track %d.flac","SampleRate":44100,"bitrate":1411200,`+
			`"bits":16,"channels":2,"duration":%d,"id":%d,%s,"active":%t}`,
			entry, entry, trackMs, 1000+entry, trackFields, position == active)
	}
	body.WriteString("]}")
	p.queueBody, p.queueShown = body.Bytes(), shown
	return p.queueBody
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
